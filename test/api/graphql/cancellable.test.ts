import { describe, expect, test } from '@jest/globals'
import { cancellable } from '../../../src/api/graphql/cancellable.js'

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
