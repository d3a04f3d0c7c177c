// The sound of dice on a table: a few short bursts of noise, each softer and later than the one before.

const KNOCKS = 7
/** Seconds from knock to knock at first, and how long each sounds. */
const APART = 0.085
const LASTS = 0.04

/** Play it in an audio context, from now on. */
export function rattle(context) {
  const noise = context.createBuffer(1, context.sampleRate * LASTS, context.sampleRate)
  const samples = noise.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = (2 * Math.random() - 1) * (1 - i / samples.length) ** 4
  let at = context.currentTime
  for (let knock = 0; knock < KNOCKS; knock++) {
    const source = new AudioBufferSourceNode(context, { buffer: noise, playbackRate: 0.8 + 0.5 * Math.random() })
    const wood = new BiquadFilterNode(context, { type: 'bandpass', frequency: 1400 + 1600 * Math.random(), Q: 2.5 })
    const volume = new GainNode(context, { gain: 0.9 * 0.72 ** knock })
    source.connect(wood).connect(volume).connect(context.destination)
    source.start(at)
    at += APART * 0.86 ** knock * (0.6 + 0.8 * Math.random())
  }
}
