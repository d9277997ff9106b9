// Two leaders at once count nothing twice.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createGenerations } from '../../src/eventing/generations.js'
import { iso } from '../../src/kernel/clock.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import type { DocumentStore } from '../../src/kernel/ports/documentStore.js'
import { type Position, START } from '../../src/kernel/position.js'
import fc from '../../testbed/fastCheck.js'
import { newEvent } from '../../testbed/given/events.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { interfered } from '../eventing/interference.js'
import { added, removed, type Tallied, type Tally, tallyModel } from '../eventing/tallies.js'

const SCHEDULES = 300

const directory = tempDirectory({ quick: true })
let documents: DocumentStore
beforeAll(() => {
  documents = createLmdbDocumentStore({ path: join(directory.path, 'documents.mdb') })
})
afterAll(async () => {
  await documents.close()
  directory.remove()
})

const positionOf = (index: number): Position => (index + 1).toString(16).padStart(START.length, '0')

const recorded = (events: readonly Tallied[]): Recorded<Tallied>[] =>
  events.map((event, index) => ({
    ...(newEvent(event.data, event.type) as unknown as Recorded<Tallied>),
    stream: 'tally-1',
    revision: BigInt(index),
    position: positionOf(index),
    recordedAt: iso(index),
  }))

/** The result of a single, undisturbed runner. */
function folded(model: ReturnType<typeof tallyModel>, history: readonly Recorded<Tallied>[]) {
  const documents = new Map<string, Tally>()
  for (const event of history) {
    for (const id of model.keys(event)) {
      const document = model.apply(documents.get(id), event, id)
      if (document) documents.set(id, document)
      else documents.delete(id)
    }
  }
  return Object.fromEntries(documents)
}

const someId = fc.constantFrom('a', 'b', 'c')
const someEvents = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.uniqueArray(someId, { minLength: 1 }), fc.integer({ min: 1, max: 9 }))
        .map(([to, by]) => added(to, by)),
    },
    { weight: 1, arbitrary: someId.map(removed) },
  ),
  { minLength: 2, maxLength: 8 },
)
/** Slice sizes of the runner, used cyclically. */
const someSlices = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 })

let schedule = 0

test(`two runners that both believe that they hold the lease count nothing twice, in ${SCHEDULES} schedules`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), someEvents, someSlices, someSlices, async (scheduler, events, ...slices) => {
      const history = recorded(events)
      const model = tallyModel({ name: `tally${schedule++}` })
      const runners = slices.map(async (sizes, runner) => {
        const stores = interfered(documents, ({ method }) =>
          scheduler.schedule(Promise.resolve(), `${runner} ${method}`),
        )
        const generations = createGenerations(stores)
        const generation = await generations.open(model, 1)
        for (let done = 0, turn = 0; done < history.length; turn++) {
          const slice = history.slice(done, done + sizes[turn % sizes.length]!)
          done += slice.length
          await generations.advance([generation], slice, slice.at(-1)!.position)
        }
      })
      await scheduler.waitFor(Promise.all(runners))

      const collection = documents.collection<Tally>({ name: `${model.name}.v1` })
      const found: { [id: string]: Tally } = {}
      for await (const { id, document } of collection.all()) found[id] = document
      expect(found).toEqual(folded(model, history))
      const checkpoint = await documents.collection({ name: 'checkpoints' }).get(`${model.name}.v1`)
      expect(checkpoint?.position).toBe(history.at(-1)!.position)
    }),
    { numRuns: SCHEDULES },
  )
})
