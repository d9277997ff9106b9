// A document up to the head of the log, before its model has caught up.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { foldSlice } from '../../src/eventing/fold.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import fc from '../../testbed/fastCheck.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { collect } from '../../testbed/given/events.js'
import { added, removed, type Tallied, tallyModel } from './tallies.js'
import { createWorld, type World } from './world.js'

const IDS = ['a', 'b', 'c']
const model = tallyModel()

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.dispose())

/** A process that does not fold, on a separate log. */
async function openStill(log: string, events: readonly Tallied[]) {
  const projection = tallyModel({ name: log.replace('.', '_') })
  const process = await world.openProcess({ projections: [projection], start: false, log })
  for (const event of events) await process.append(event)
  const read = process.eventing.read(projection)
  return {
    recorded: await collect(process.store.readAll()),
    getAhead: (id: string) => read.getUpToHead(id),
    serving: process.runner.serving(projection.name),
    generations: process.generations,
    projection,
    get: (id: string) => read.get(id),
  }
}

const tallied = fc.oneof(
  { weight: 4, arbitrary: fc.subarray(IDS, { minLength: 1 }).map((ids) => added(ids, ids.length)) },
  { weight: 1, arbitrary: fc.constantFrom(...IDS).map(removed) },
)

describe('a document up to the head of the log', () => {
  test('is what the model would hold if it had caught up, wherever its checkpoint is', async () => {
    let logs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(tallied, { maxLength: 25 }),
        fc.nat({ max: 100 }),
        fc.nat({ max: 100 }),
        async (events, cut, more) => {
          const { recorded, serving, generations, projection, getAhead } = await openStill(`log${++logs}`, events)
          const checkpoint = Math.floor((recorded.length * cut) / 100)
          const written = checkpoint + Math.floor(((recorded.length - checkpoint) * more) / 100)
          const seen = recorded.slice(0, checkpoint)
          if (seen.length > 0) await generations.advance([serving], seen, seen.at(-1)!.position)
          // As if the runner had died before it moved its checkpoint.
          await foldSlice(projection, serving.collection, recorded.slice(checkpoint, written))
          const caughtUp = documentsOf(model, recorded as readonly Recorded<Tallied>[])
          for (const id of IDS) expect(await getAhead(id)).toEqual(caughtUp[id])
        },
      ),
      { numRuns: 40 },
    )
  })

  test('is not visible to readers, and reading it changes nothing', async () => {
    const { getAhead, get } = await openStill('still', [added('a', 3), added('a', 4)])
    expect(await getAhead('a')).toEqual({ times: 2, sum: 7 })
    expect(await get('a')).toBeUndefined()
    expect(await getAhead('a')).toEqual({ times: 2, sum: 7 })
  })

  test('without events does not exist', async () => {
    const { getAhead } = await openStill('other', [added('a')])
    expect(await getAhead('b')).toBeUndefined()
  })

  test('deleted after the checkpoint does not exist', async () => {
    const { getAhead, serving, generations, recorded } = await openStill('gone', [added('a'), removed('a')])
    await generations.advance([serving], recorded.slice(0, 1), recorded[0]!.position)
    expect(await getAhead('a')).toBeUndefined()
  })
})
