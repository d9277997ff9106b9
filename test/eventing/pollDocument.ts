import { setImmediate as nextTurn } from 'node:timers/promises'
import { eventually } from '../../testbed/eventually.js'
import type { Tally } from './tallies.js'
import type { Process } from './world.js'

/** Polls one document, and records when it is missing or older than before. */
export function pollDocument(flow: Process, id: string) {
  const problems = new Set<string>()
  const seen: Tally[] = []
  let done = false
  const watching = (async () => {
    while (!done) {
      const found = await flow.get(id)
      const before = seen.at(-1)
      if (!found) problems.add(`${id} is gone`)
      else if (before && found.times < before.times) problems.add(`${id} fell from ${before.times} to ${found.times}`)
      else if (found.times !== before?.times) seen.push(found)
      await nextTurn()
    }
  })()
  return {
    async end() {
      done = true
      await watching
      return { problems: [...problems], last: seen.at(-1) }
    },
  }
}

/** Waits until readers see this generation. */
export const untilServed = (flow: Process, generation: number) =>
  eventually(
    () => flow.runner.serving('tally').number,
    (number) => number === generation,
  )
