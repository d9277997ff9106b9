// Whether somebody is just clicking: a button that moves between press and release is not clicked.

/** A release outside of the window is never heard of. */
const MAX_MS = 1_000

export interface Pointer {
  /** Resolves when the page may move: at once, or after the click. */
  released(): Promise<void>
}

export function watchPointer(signal: AbortSignal): Pointer {
  let pressed = Promise.resolve()
  let release = (): void => {}
  const options = { capture: true, signal }
  document.addEventListener(
    'pointerdown',
    () => {
      release()
      pressed = new Promise((resolve) => {
        release = resolve
        setTimeout(resolve, MAX_MS)
      })
    },
    options,
  )
  for (const type of ['pointerup', 'pointercancel']) {
    // The click follows in the same turn.
    document.addEventListener(type, () => setTimeout(release), options)
  }
  return { released: () => pressed }
}
