import { describe, expect, test } from '@jest/globals'
import { createBoundedQueue } from '../../../src/kernel/concurrency/boundedQueue.js'

describe('a bounded queue', () => {
  const broken = () => new Error('too slow')

  test('delivers values in order, to a waiting consumer and to one that comes later', async () => {
    const queue = createBoundedQueue<number>(3, new AbortController().signal, broken)
    const waiting = queue.pull()
    expect([1, 2, 3].map(queue.push)).toEqual([true, true, true])
    expect([await waiting, await queue.pull(), await queue.pull()]).toEqual([1, 2, 3])
  })

  test('fails permanently on overflow, and drops its values', async () => {
    const queue = createBoundedQueue<number>(2, new AbortController().signal, broken)
    expect([1, 2, 3, 4].map(queue.push)).toEqual([true, true, false, false])
    await expect(queue.pull()).rejects.toThrow('too slow')
    await expect(queue.pull()).rejects.toThrow('too slow')
  })

  test('ends when its signal aborts', async () => {
    const controller = new AbortController()
    const queue = createBoundedQueue<number>(2, controller.signal, broken)
    const waiting = queue.pull()
    controller.abort()
    expect(await waiting).toBeUndefined()
  })
})
