// Concurrent DNS lookups are shared fairly between accounts.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import type { Facts } from '../../src/features/verification/engine/facts.js'
import { createLookUps, lookUpKey } from '../../src/features/verification/lookUps.js'
import { factsOf, timeout } from '../../testbed/given/facts.js'

const MOST = 100
const LONE = 0.8 * MOST

/** Queries that are answered when the test decides. */
function openNames() {
  const queries: (() => void)[] = []
  const pending = {
    queryDns: () => new Promise<Facts>((resolve) => queries.push(() => resolve(factsOf('a@example.net')))),
    timedOut: () => factsOf('a@example.net', { route: timeout }),
  }
  return { queries, pending }
}

const always = () => true

describe('concurrent lookups', () => {
  test('of one account are at most four fifths; other accounts, and other callers of the same, start immediately', async () => {
    const lookUps = createLookUps({ maxConcurrent: MOST })
    const { queries, pending } = openNames()
    for (let time = 0; time < 500; time++) void lookUps.run(lookUpKey.batch('greedy'), pending, always)
    expect(queries).toHaveLength(LONE)
    void lookUps.run(lookUpKey.single('other'), pending, always)
    void lookUps.run(lookUpKey.single('greedy'), pending, always)
    void lookUps.run(lookUpKey.many('greedy'), pending, always)
    expect(queries).toHaveLength(LONE + 3)
  })

  test('are admitted in turn as others end, and never exceed the limit', async () => {
    const lookUps = createLookUps({ maxConcurrent: MOST })
    const { queries, pending } = openNames()
    const all = Array.from({ length: 1_000 }, (_, place) =>
      lookUps.run(lookUpKey.single(`account ${place % 50}`), pending, always),
    )
    for (let ended = 0; ended < all.length; ended++) {
      expect(queries.length - ended).toBeLessThanOrEqual(MOST)
      expect(queries.length).toBeGreaterThan(ended)
      queries[ended]!()
      await nextTurn()
    }
    expect(await Promise.all(all)).toHaveLength(1_000)
  })

  test('of lists that have waited start a few per turn of the event loop, however many permits are free', async () => {
    const lookUps = createLookUps({ maxConcurrent: MOST })
    const { queries, pending } = openNames()
    for (let time = 0; time < 500; time++) void lookUps.run(lookUpKey.batch('list'), pending, always)
    for (const answer of queries.slice()) answer()
    const started = [queries.length]
    while (queries.length < 2 * LONE) {
      await nextTurn()
      started.push(queries.length)
    }
    for (const [turn, count] of started.entries()) expect(count - (started[turn - 1] ?? LONE)).toBeLessThanOrEqual(16)
  })

  test('are not started for callers that no longer wait when their turn comes', async () => {
    const lookUps = createLookUps({ maxConcurrent: MOST })
    const { queries, pending } = openNames()
    for (let time = 0; time < LONE; time++) void lookUps.run(lookUpKey.single('greedy'), pending, always)
    let waits = true
    const late = lookUps.run(lookUpKey.single('greedy'), pending, () => waits)
    const patient = lookUps.run(lookUpKey.single('greedy'), pending, always)
    waits = false
    queries[0]!()
    expect((await late).routed).toMatchObject({ route: timeout })
    await nextTurn()
    expect(queries).toHaveLength(LONE + 1)
    queries.at(-1)!()
    await patient
  })
})
