const SIGNALS = ['SIGTERM', 'SIGINT'] as const
/**
 * A signal that arrives again within this time is a copy of the first: on Ctrl-C, the terminal signals every process in the
 * foreground, and npm forwards the signal that it receives itself.
 */
const COPY_MS = 1_000

/**
 * Calls `stop` on the first SIGTERM or SIGINT. A later one ends the process immediately.
 * @returns a function that stops listening
 */
export function onStopSignal(stop: () => void): () => void {
  let stopping = false
  function listener(): void {
    if (stopping) return
    stopping = true
    setTimeout(remove, COPY_MS).unref()
    stop()
  }
  function remove(): void {
    for (const signal of SIGNALS) process.off(signal, listener)
  }
  for (const signal of SIGNALS) process.on(signal, listener)
  return remove
}
