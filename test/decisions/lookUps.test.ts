import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import type { Facts } from '../../src/features/verification/engine/facts.js'
import { createLookUps, lookUpKey } from '../../src/features/verification/lookUps.js'
import { factsOf, timeout } from '../support/facts.js'

const MOST = 100
const LONE = 0.8 * MOST

/** Names that answer when the test says so. */
function openNames() {
  const asked: (() => void)[] = []
  const pending = {
    queryDns: () => new Promise<Facts>((resolve) => asked.push(() => resolve(factsOf('a@example.net')))),
    timedOut: () => factsOf('a@example.net', { route: timeout }),
  }
  return { asked, pending }
}

const always = () => true

describe('look-ups under way', () => {
  test('of one account alone are four fifths; another account, and callers of the same, find room at once', async () => {
    const lookUps = createLookUps({ maxConcurrent: MOST })
    const { asked, pending } = openNames()
    for (let time = 0; time < 500; time++) void lookUps.run(lookUpKey.batch('greedy'), pending, always)
    expect(asked).toHaveLength(LONE)
    void lookUps.run(lookUpKey.single('other'), pending, always)
    void lookUps.run(lookUpKey.single('greedy'), pending, always)
    void lookUps.run(lookUpKey.many('greedy'), pending, always)
    expect(asked).toHaveLength(LONE + 3)
  })

  test('go on in turn when others end, and are never more than there is room for', async () => {
    const lookUps = createLookUps({ maxConcurrent: MOST })
    const { asked, pending } = openNames()
    const all = Array.from({ length: 1_000 }, (_, place) => lookUps.run(`account ${place % 50}`, pending, always))
    for (let ended = 0; ended < all.length; ended++) {
      expect(asked.length - ended).toBeLessThanOrEqual(MOST)
      expect(asked.length).toBeGreaterThan(ended)
      asked[ended]!()
      await nextTurn()
    }
    expect(await Promise.all(all)).toHaveLength(1_000)
  })

  test('are not begun for those who do not wait any more when their turn comes', async () => {
    const lookUps = createLookUps({ maxConcurrent: MOST })
    const { asked, pending } = openNames()
    for (let time = 0; time < LONE; time++) void lookUps.run('greedy', pending, always)
    let waits = true
    const late = lookUps.run('greedy', pending, () => waits)
    const patient = lookUps.run('greedy', pending, always)
    waits = false
    asked[0]!()
    expect((await late).routed).toMatchObject({ route: timeout })
    await nextTurn()
    expect(asked).toHaveLength(LONE + 1)
    asked.at(-1)!()
    await patient
  })
})
