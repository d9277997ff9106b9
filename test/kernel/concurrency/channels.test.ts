// Channels between a producer and its consumers.
import { describe, expect, test } from '@jest/globals'
import { cancellable } from '../../../src/api/graphql/cancellable.js'
import { createBoundedQueue } from '../../../src/kernel/concurrency/boundedQueue.js'
import { createLatestChannel } from '../../../src/kernel/concurrency/latestChannel.js'

describe('a latest channel', () => {
  test('wakes a waiting receiver, and conflates values sent while no receiver waits to the latest', async () => {
    const bell = createLatestChannel<number>(new AbortController().signal)
    const waiting = bell.receive()
    bell.send(1)
    expect(await waiting).toBe(1)
    for (const value of [2, 3, 4]) bell.send(value)
    expect(await bell.receive()).toBe(4)
  })

  test('releases a waiting receiver, and every later one, when its signal aborts', async () => {
    const controller = new AbortController()
    const bell = createLatestChannel<number>(controller.signal)
    const waiting = bell.receive()
    controller.abort()
    expect(await waiting).toBeUndefined()
    bell.send(1)
    expect(await bell.receive()).toBeUndefined()
  })
})

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

describe('a cancellable generator', () => {
  test('ends immediately while it waits, and cleans up', async () => {
    let cleaned = false
    const values = cancellable(async function* (signal) {
      try {
        yield 1
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      } finally {
        cleaned = true
      }
    })
    expect(await values.next()).toEqual({ value: 1, done: false })
    const waiting = values.next()
    await values.return()
    expect(await waiting).toEqual({ value: undefined, done: true })
    expect(cleaned).toBe(true)
  })
})
