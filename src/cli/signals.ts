import { constants } from 'node:os'

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
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): () => void {
  let stopping = false
  function listener(signal: NodeJS.Signals): void {
    if (stopping) return
    stopping = true
    setTimeout(remove, COPY_MS).unref()
    stop(signal)
  }
  function remove(): void {
    for (const signal of SIGNALS) process.off(signal, listener)
  }
  for (const signal of SIGNALS) process.on(signal, listener)
  return remove
}

/** The exit code of a command that a signal has ended, by the convention of shells: 128 and its number. */
export const exitCodeOf = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]
