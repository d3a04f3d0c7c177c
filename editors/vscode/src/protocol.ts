// What the server answers beyond the protocol: `plugins/rulebook_lsp/requests`.

import type { Range } from "vscode-languageserver-protocol"

export interface Counts {
  numbers: number
  guarded: number
  waived: number
  unguarded: number
}

/** The numbers of a page, and of all pages of its game. */
export interface Status extends Counts {
  game: string
  book: Counts
}

export interface Dice {
  range: Range
  text: string
  game: string
}

export interface Rolled {
  error?: string
  expression: string
  report: string
  seed: string
  outcome: Record<string, unknown>
}

/** A chance as a fraction ("1/36"), or the bounds of one that is not exact. */
export type Chance = string | [number, number]
export type Result = number | boolean | string

export interface Odds {
  error?: string
  expression: string
  system: string
  exact: boolean
  distribution: [Record<string, Result>, Chance][]
  mean?: string | number
  deviation?: number
  at_least?: [Result, Chance][]
  report: string
}

export interface Rule {
  rule: string
  severity: string
  text: string
}

/** Commands that the lines above the text call. */
export const SHOW_NUMBERS = "rulebook.showNumbers"
export const ROLL_DICE = "rulebook.rollDice"
