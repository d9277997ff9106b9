import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 20
/** Only a guard against hanging: a condition that comes true at all does so on the slowest machine, too. */
const PATIENCE_MS = 60_000

/** Polls until the result is as wanted, and returns it. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  wanted: (answer: T) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const until = Date.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    if (Date.now() > until) throw new Error(`waited ${patienceMs} ms; the last answer was ${JSON.stringify(answer)}`)
    await sleep(EVERY_MS)
  }
}
