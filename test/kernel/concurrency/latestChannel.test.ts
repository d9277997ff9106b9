import { describe, expect, test } from '@jest/globals'
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
