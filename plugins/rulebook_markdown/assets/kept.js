// What the browser remembers of a reader's choices.

/** A choice as text, once it has been made or is made now; nothing where storage is off. */
export function kept(name, value) {
  try {
    if (value != null) localStorage.setItem(name, value)
    return localStorage.getItem(name)
  } catch { /* see above */ }
}
