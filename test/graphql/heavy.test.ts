import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createHeavyQuerySemaphore } from '../../src/graphql/limits/heavy.js'

const HEAVY = 1_501

test('what costs little never waits', async () => {
  const acquire = createHeavyQuerySemaphore()
  const ends = await Promise.all(Array.from({ length: 100 }, () => acquire('one', 1_500)))
  for (const end of ends) end()
})

test('heavy queries of one account begin one after the other, and those of another beside them', async () => {
  const acquire = createHeavyQuerySemaphore()
  const begun: [string, () => void][] = []
  const begin = (name: string) => void acquire(name, HEAVY).then((end) => begun.push([name, end]))
  for (let query = 0; query < 3; query++) begin('one')
  begin('two')
  await turn()
  expect(begun.map(([name]) => name)).toEqual(['one', 'two'])
  begun[0]![1]()
  begun[0]![1]()
  await turn()
  expect(begun.map(([name]) => name)).toEqual(['one', 'two', 'one'])
  begun[1]![1]()
  begun[2]![1]()
  await turn()
  expect(begun).toHaveLength(4)
  begun[3]![1]()
})

test('one that waits for a store does not keep the next waiting for long', async () => {
  const acquire = createHeavyQuerySemaphore()
  const end = await acquire('one', HEAVY)
  const next = await acquire('one', HEAVY)
  end()
  next()
})
