// Every read model over generated histories: the same bytes, however events are delivered.
import { describe, expect, test } from '@jest/globals'
import { projections } from '../../src/composition/projections.js'
import { createErasureIndex } from '../../src/eventing/erasureIndex.js'
import { foldSlice } from '../../src/eventing/fold.js'
import type { AnyProjection } from '../../src/eventing/projection.js'
import { dump } from '../../src/eventing/verify.js'
import { canonicalJson } from '../../src/kernel/canonicalJson.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import type { Collection } from '../../src/kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import fc from '../../testbed/fastCheck.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { disorder, history } from '../../testbed/given/histories.js'
import { createMemoryCollection, type Interference } from './memoryCollection.js'

const STEPS = 220
const runs = { numRuns: 15 }

type Slices = readonly (readonly Recorded[])[]
type Memory = ReturnType<typeof createMemoryCollection>

/** Slice sizes and how far each slice overlaps the previous one; used cyclically. */
const cuts = fc.array(fc.record({ size: fc.integer({ min: 1, max: 40 }), back: fc.nat({ max: 30 }) }), {
  minLength: 1,
  maxLength: 30,
})
type Cuts = readonly { readonly size: number; readonly back: number }[]

function slicesOf(events: readonly Recorded[], cut: Cuts, overlapping = false): Slices {
  const slices: (readonly Recorded[])[] = []
  for (let from = 0, index = 0; from < events.length; index++) {
    const { size, back } = cut[index % cut.length]!
    slices.push(events.slice(overlapping ? Math.max(0, from - back) : from, from + size))
    from += size
  }
  return slices
}

async function foldAll(projection: AnyProjection, collection: Collection, slices: Slices): Promise<void> {
  const erased = createErasureIndex()
  for (const slice of slices) await foldSlice(projection, collection, slice, erased)
}

async function textOf({ collection }: Memory): Promise<string> {
  let text = ''
  for await (const line of dump(collection)) text += line
  return text
}

async function folded(projection: AnyProjection, slices: Slices): Promise<string> {
  const memory = createMemoryCollection()
  await foldAll(projection, memory.collection, slices)
  return textOf(memory)
}

const twice = (slices: Slices): Slices => slices.flatMap((slice) => [slice, slice])
const eachTwice = (slices: Slices): Slices => slices.map((slice) => slice.flatMap((event) => [event, event]))

/** A diagnostic text per read model. */
async function ofEach(text: (projection: AnyProjection) => Promise<string>): Promise<{ [model: string]: string }> {
  const texts: { [model: string]: string } = {}
  for (const projection of projections) texts[projection.name] = await text(projection)
  return texts
}

// Creating a history costs more than folding it, so each is folded by every projection.
describe.each([
  ['an ordinary history', history(STEPS)],
  ['a history in disorder', disorder(STEPS)],
])('every read model, of %s', (_kind, events) => {
  test('folds to the result of applying its two functions to one event after another', () =>
    fc.assert(
      fc.asyncProperty(events, async (all) => {
        const found = await ofEach(async (projection) => {
          const { collection } = createMemoryCollection()
          await foldSlice(projection, collection, all)
          const documents: Record<string, unknown> = {}
          for await (const { id, document } of collection.all()) documents[id] = document
          return canonicalJson(documents)
        })
        expect(found).toEqual(await ofEach(async (projection) => canonicalJson(documentsOf(projection, all))))
      }),
      runs,
    ))

  test('folds to the same bytes in one slice, in many slices, and with repeated delivery', () =>
    fc.assert(
      fc.asyncProperty(events, cuts, async (all, cut) => {
        const atOnce = await ofEach((projection) => folded(projection, [all]))
        for (const slices of [
          slicesOf(all, cut),
          twice(slicesOf(all, cut)),
          eachTwice(slicesOf(all, cut, true)),
          twice(slicesOf(all, cut, true)),
          [...slicesOf(all, cut), all, ...slicesOf(all, cut)],
        ])
          expect(await ofEach((projection) => folded(projection, slices))).toEqual(atOnce)
      }),
      runs,
    ))
})

describe('every read model', () => {
  test('folds to the same bytes with two concurrent runners, in any order and with store failures', () =>
    fc.assert(
      fc.asyncProperty(
        history(STEPS),
        cuts,
        cuts,
        fc.array(fc.constantFrom('as it is', 'refused', 'done, and called refused'), { maxLength: 20 }),
        fc.scheduler(),
        async (all, one, other, answers, scheduler) => {
          const found = await ofEach(async (projection) => {
            const left = [...answers]
            const interfere: Interference = (changes, next) => {
              const answer = left.pop()
              if (answer === 'refused') return changes.map(({ id }) => id)
              const conflicts = next(changes)
              return answer === 'done, and called refused' ? changes.map(({ id }) => id) : conflicts
            }
            const memory = createMemoryCollection({ arrive: () => scheduler.schedule(Promise.resolve()), interfere })
            await scheduler.waitFor(
              Promise.all([
                foldAll(projection, memory.collection, slicesOf(all, one)),
                foldAll(projection, memory.collection, slicesOf(all, other, true)),
              ]),
            )
            return textOf(memory)
          })
          expect(found).toEqual(await ofEach((projection) => folded(projection, [all])))
        },
      ),
      runs,
    ))

  test('folds to the same bytes when the store fails during writes', () =>
    fc.assert(
      fc.asyncProperty(
        history(STEPS),
        cuts,
        fc.array(fc.nat({ max: 4 }), { maxLength: 10 }),
        async (all, cut, deaths) => {
          const found = await ofEach(async (projection) => {
            const left = [...deaths]
            const interfere: Interference = (changes, next) => {
              const done = left.pop()
              if (done === undefined) return next(changes)
              next(changes.slice(0, done))
              throw new StoreUnavailable('it died')
            }
            const memory = createMemoryCollection({ interfere })
            const erased = createErasureIndex()
            for (const slice of slicesOf(all, cut))
              await persist(() => foldSlice(projection, memory.collection, slice, erased))
            return textOf(memory)
          })
          expect(found).toEqual(await ofEach((projection) => folded(projection, [all])))
        },
      ),
      runs,
    ))
})

/** Retries until the store answers, as the runner does. */
async function persist(work: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }
}

test('the generated histories touch every projection', () => {
  const all = fc.sample(history(STEPS), { numRuns: 40, seed: 1 }).flat()
  for (const projection of projections)
    expect(all.flatMap((event) => projection.keys(event)).length).toBeGreaterThan(15)
  expect(new Set(all.map(({ type }) => type)).size).toBeGreaterThanOrEqual(30)
})
