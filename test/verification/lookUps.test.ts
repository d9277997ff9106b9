import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import type { Facts } from '../../src/features/verification/engine/facts.js'
import { createLookUps, lookUpKey } from '../../src/features/verification/lookUps.js'
import { factsOf, timeout } from '../support/facts.js'

const MOST = 100
const LONE = 0.8 * MOST

/** Queries that are answered when the test decides. */
function openNames() {
  const asked: (() => void)[] = []
  const asking = {
    ask: () => new Promise<Facts>((resolve) => asked.push(() => resolve(factsOf('a@example.net')))),
    unanswered: () => factsOf('a@example.net', { route: timeout }),
  }
  return { asked, asking }
}

const always = () => true

describe('concurrent look-ups', () => {
  test('of one account are at most four fifths; other accounts, and other callers of the same, start immediately', async () => {
    const lookUps = createLookUps({ maxConcurrent: MOST })
    const { asked, asking } = openNames()
    for (let time = 0; time < 500; time++) void lookUps.ask(lookUpKey.batch('greedy'), asking, always)
    expect(asked).toHaveLength(LONE)
    void lookUps.ask(lookUpKey.single('other'), asking, always)
    void lookUps.ask(lookUpKey.single('greedy'), asking, always)
    void lookUps.ask(lookUpKey.many('greedy'), asking, always)
    expect(asked).toHaveLength(LONE + 3)
  })

  test('are admitted in turn as others end, and never exceed the limit', async () => {
    const lookUps = createLookUps({ maxConcurrent: MOST })
    const { asked, asking } = openNames()
    const all = Array.from({ length: 1_000 }, (_, place) =>
      lookUps.ask(lookUpKey.single(`account ${place % 50}`), asking, always),
    )
    for (let ended = 0; ended < all.length; ended++) {
      expect(asked.length - ended).toBeLessThanOrEqual(MOST)
      expect(asked.length).toBeGreaterThan(ended)
      asked[ended]!()
      await nextTurn()
    }
    expect(await Promise.all(all)).toHaveLength(1_000)
  })

  test('of lists that have waited start a few per turn of the event loop, however many permits are free', async () => {
    const lookUps = createLookUps({ maxConcurrent: MOST })
    const { asked, asking } = openNames()
    for (let time = 0; time < 500; time++) void lookUps.ask(lookUpKey.batch('list'), asking, always)
    for (const answer of asked.slice()) answer()
    const started = [asked.length]
    while (asked.length < 2 * LONE) {
      await nextTurn()
      started.push(asked.length)
    }
    for (const [turn, count] of started.entries()) expect(count - (started[turn - 1] ?? LONE)).toBeLessThanOrEqual(16)
  })

  test('are not started for callers that no longer wait when their turn comes', async () => {
    const lookUps = createLookUps({ maxConcurrent: MOST })
    const { asked, asking } = openNames()
    for (let time = 0; time < LONE; time++) void lookUps.ask(lookUpKey.single('greedy'), asking, always)
    let waits = true
    const late = lookUps.ask(lookUpKey.single('greedy'), asking, () => waits)
    const patient = lookUps.ask(lookUpKey.single('greedy'), asking, always)
    waits = false
    asked[0]!()
    expect((await late).routed).toMatchObject({ route: timeout })
    await nextTurn()
    expect(asked).toHaveLength(LONE + 1)
    asked.at(-1)!()
    await patient
  })
})
