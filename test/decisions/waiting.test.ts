import { describe, expect, test } from '@jest/globals'
import { cancellable } from '../../src/graphql/cancellable.js'
import { createBell } from '../../src/kernel/bell.js'
import { createQueue } from '../../src/kernel/queue.js'

describe('a bell', () => {
  test('wakes who waits, and rings that nobody waited for are one: the last', async () => {
    const bell = createBell<number>(new AbortController().signal)
    const waiting = bell.rung()
    bell.ring(1)
    expect(await waiting).toBe(1)
    for (const value of [2, 3, 4]) bell.ring(value)
    expect(await bell.rung()).toBe(4)
  })

  test('lets go of who waits when its signal aborts, and of everyone after', async () => {
    const controller = new AbortController()
    const bell = createBell<number>(controller.signal)
    const waiting = bell.rung()
    controller.abort()
    expect(await waiting).toBeUndefined()
    bell.ring(1)
    expect(await bell.rung()).toBeUndefined()
  })
})

describe('a queue', () => {
  const broken = () => new Error('too slow')

  test('gives on what it was given, in order, to who waits and to who comes later', async () => {
    const queue = createQueue<number>(3, new AbortController().signal, broken)
    const waiting = queue.take()
    expect([1, 2, 3].map(queue.give)).toEqual([true, true, true])
    expect([await waiting, await queue.take(), await queue.take()]).toEqual([1, 2, 3])
  })

  test('breaks when more wait than it holds, for good, and keeps nothing', async () => {
    const queue = createQueue<number>(2, new AbortController().signal, broken)
    expect([1, 2, 3, 4].map(queue.give)).toEqual([true, true, false, false])
    await expect(queue.take()).rejects.toThrow('too slow')
    await expect(queue.take()).rejects.toThrow('too slow')
  })

  test('ends when its signal aborts', async () => {
    const controller = new AbortController()
    const queue = createQueue<number>(2, controller.signal, broken)
    const waiting = queue.take()
    controller.abort()
    expect(await waiting).toBeUndefined()
  })
})

describe('what can be cancelled', () => {
  test('ends at once while it waits, and cleans up', async () => {
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
