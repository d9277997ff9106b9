import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 20
/** After two seconds: what is polled has work to do. */
const LATER_EVERY_MS = 100
const LATER_MS = 2_000
/** A guard against hanging, on the slowest machine. Shorter than the 30 s after which the service polls for missed work. */
const PATIENCE_MS = 25_000

/** Polls until the result is as wanted, and returns it. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  wanted: (answer: T) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const began = Date.now()
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    const waitedMs = Date.now() - began
    if (waitedMs > patienceMs) throw new Error(`waited ${patienceMs} ms; the last answer was ${JSON.stringify(answer)}`)
    await sleep(waitedMs < LATER_MS ? EVERY_MS : LATER_EVERY_MS)
  }
}
