import 'reflect-metadata'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { turnFor } from '../../src/api/graphql/page.js'

const page = (items: number): readonly unknown[] => Array(items).fill({})

test('large pages of one operation are completed in different turns of the event loop', async () => {
  let completed = 0
  for (let count = 0; count < 3; count++) void turnFor(page(50))?.then(() => completed++)
  const perTurn: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const before = completed
    await nextTurn()
    perTurn.push(completed - before)
  }
  expect(completed).toBe(3)
  expect(Math.max(...perTurn)).toBe(1)
})

test('a small page waits for nothing', () => {
  expect(turnFor(page(49))).toBeUndefined()
})
