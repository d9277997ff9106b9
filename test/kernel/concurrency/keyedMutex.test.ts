import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createKeyedMutex } from '../../../src/kernel/concurrency/keyedMutex.js'

test('work on one key runs in order, and does not wait for work on another key', async () => {
  const inTurn = createKeyedMutex()
  const done: string[] = []
  const work = (name: string, turns: number) => async () => {
    for (let turn = 0; turn < turns; turn++) await nextTurn()
    done.push(name)
    return name
  }
  const all = [inTurn('a', work('a1', 3)), inTurn('a', work('a2', 0)), inTurn('b', work('b1', 0))]
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1'])
  expect(done).toEqual(['b1', 'a1', 'a2'])
})

test('work on several keys waits for all of them, and holds all of them', async () => {
  const inTurn = createKeyedMutex()
  const done: string[] = []
  const holding = new Set<string>()
  const work = (name: string, keys: readonly string[], turns: number) => async () => {
    for (const key of keys) expect(holding.has(key)).toBe(false)
    for (const key of keys) holding.add(key)
    for (let turn = 0; turn < turns; turn++) await nextTurn()
    for (const key of keys) holding.delete(key)
    done.push(name)
    if (name === 'fails') throw new Error('it failed')
  }
  const all = [
    inTurn('a', work('a', ['a'], 3)),
    inTurn('b', work('b', ['b'], 1)),
    inTurn(['a', 'b', 'c'], work('fails', ['a', 'b', 'c'], 2)),
    inTurn(['c', 'd', 'c'], work('c and d', ['c', 'd'], 1)),
    inTurn('a', work('a again', ['a'], 4)),
    inTurn('d', work('d', ['d'], 0)),
    inTurn([], work('nothing', [], 0)),
  ]
  const ends = (await Promise.allSettled(all)).map(({ status }) => status)
  expect(ends.filter((status) => status === 'rejected')).toHaveLength(1)
  expect(done).toEqual(['nothing', 'b', 'a', 'fails', 'c and d', 'd', 'a again'])
})
