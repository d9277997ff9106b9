import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { createPlaces, type Places } from '../../src/kernel/places.js'
import fc from '../support/fastCheck.js'

const ALL = 1_000
const FEWEST = 10

/** Takes places until one has to be waited for; answers how many were had, and the wait for the last one. */
function takeAll(places: Places): { had: number; wait: Promise<void> } {
  for (let had = 1; ; had++) {
    const wait = places.take()
    if (wait) return { had, wait }
  }
}

const giveAll = (places: Places, count: number) => {
  for (let given = 0; given < count; given++) places.give()
}

async function isOver(wait: Promise<void>): Promise<boolean> {
  let over = false
  void wait.then(() => {
    over = true
  })
  await nextTurn()
  return over
}

describe('places', () => {
  test.each([1, 2, 3, 7, 50])('are shared equally by %d batches', (count) => {
    const enter = createPlaces(ALL)
    const batches = Array.from({ length: count }, enter)
    for (const places of batches) expect(takeAll(places).had).toBe(Math.floor(ALL / count))
  })

  test('are never so few that a batch stands still', () => {
    const enter = createPlaces(ALL)
    const batches = Array.from({ length: 500 }, enter)
    expect(takeAll(batches[0]!).had).toBe(FEWEST)
  })

  test('of those who leave go to those who stay', async () => {
    const enter = createPlaces(ALL)
    const [one, other] = [enter(), enter()]
    const { had, wait } = takeAll(one)
    expect(had).toBe(ALL / 2)
    other.leave()
    expect(await isOver(wait)).toBe(false)
    one.give()
    expect(await isOver(wait)).toBe(true)
    expect(had - 1 + takeAll(one).had).toBe(ALL)
  })

  test('that others need are given up one after the other: nothing begins before enough has ended', async () => {
    const enter = createPlaces(ALL)
    const one = enter()
    const { had, wait } = takeAll(one)
    enter()
    giveAll(one, had / 2)
    expect(await isOver(wait)).toBe(false)
    one.give()
    expect(await isOver(wait)).toBe(true)
  })

  test('let all who wait go on together', async () => {
    const places = createPlaces(ALL)()
    const { wait } = takeAll(places)
    const others = [places.take()!, places.take()!, places.take()!]
    giveAll(places, 4)
    for (const each of [wait, ...others]) expect(await isOver(each)).toBe(true)
  })
})

/** What batches do: come, begin rows and end them, go. Each chunk of a batch waits for its own place. */
const steps = fc.array(
  fc.record({
    what: fc.constantFrom('enter', 'begin', 'begin', 'begin', 'end', 'end', 'leave'),
    which: fc.nat({ max: 1_000 }),
    often: fc.integer({ min: 1, max: 400 }),
  }),
  { maxLength: 80 },
)
const CHUNKS = 4

test('no batch has more rows under way than its share and one a chunk, and none waits for ever', () =>
  fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const enter = createPlaces(ALL)
      const batches: { places: Places; taken: number; waiting: Set<Promise<void>> }[] = []
      for (const { what, which, often } of all) {
        const batch = batches[which % batches.length]
        const share = () => Math.max(FEWEST, Math.floor(ALL / batches.length))
        if (what === 'enter') batches.push({ places: enter(), taken: 0, waiting: new Set() })
        else if (!batch) continue
        else if (what === 'begin') {
          for (let begun = 0; begun < often && batch.waiting.size < CHUNKS; begun++) {
            const free = batch.taken < share()
            const wait = batch.places.take()
            batch.taken++
            // A share that has just shrunk leaves rows under way that were begun before.
            if (free) expect(batch.taken).toBeLessThanOrEqual(share())
            expect(wait === undefined).toBe(batch.taken < share())
            if (!wait) continue
            batch.waiting.add(wait)
            void wait.then(() => batch.waiting.delete(wait))
          }
        } else if (what === 'end') {
          const ended = Math.min(often, batch.taken)
          giveAll(batch.places, ended)
          batch.taken -= ended
          await nextTurn()
          if (ended > 0 && batch.taken < share()) expect(batch.waiting.size).toBe(0)
        } else {
          giveAll(batch.places, batch.taken)
          await nextTurn()
          expect(batch.waiting.size).toBe(0)
          batch.places.leave()
          batches.splice(batches.indexOf(batch), 1)
        }
      }
      for (const { places, taken, waiting } of batches) {
        giveAll(places, taken)
        await nextTurn()
        expect(waiting.size).toBe(0)
      }
    }),
    { numRuns: 200 },
  ))
