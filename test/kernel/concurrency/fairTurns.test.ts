import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createFairTurns } from '../../../src/kernel/concurrency/fairTurns.js'

/** Turns of the event loop during `work`. */
async function turnsWhile(work: () => Promise<unknown>): Promise<{ readonly turn: () => number }> {
  let turn = 0
  let over = false
  const counting = (async () => {
    for (; !over; turn++) await nextTurn()
  })()
  await work()
  over = true
  await counting
  return { turn: () => turn }
}

test('one slice of work runs per turn of the event loop, however many pieces of work are running', async () => {
  const takeTurn = createFairTurns(nextTurn)
  const PIECES = 20
  const SLICES = 10
  const { turn } = await turnsWhile(() =>
    Promise.all(
      Array.from({ length: PIECES }, async (_, piece) => {
        for (let slice = 0; slice < SLICES; slice++) await takeTurn(`key ${piece % 3}`)
      }),
    ),
  )
  expect(turn()).toBeGreaterThanOrEqual(PIECES * SLICES - 1)
})

test('a key with one piece of work gets at least every third turn beside a key with a hundred', async () => {
  const takeTurn = createFairTurns(nextTurn)
  let over = false
  let greedy = 0
  const hundred = Array.from({ length: 100 }, async () => {
    for (; !over; greedy++) await takeTurn('greedy')
  })
  await nextTurn()
  const SLICES = 50
  for (let slice = 0; slice < SLICES; slice++) await takeTurn('modest')
  expect(greedy).toBeLessThanOrEqual(2 * SLICES + 3)
  over = true
  await Promise.all(hundred)
})

test('a failed turn does not block later ones', async () => {
  let fails = true
  const takeTurn = createFairTurns(async () => {
    if (fails) throw new Error('no turn')
  })
  await expect(takeTurn('a')).rejects.toThrow('no turn')
  fails = false
  await takeTurn('a')
  await takeTurn('b')
})
