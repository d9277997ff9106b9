import { access } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { withTimeout } from '../../../src/kernel/concurrency/timeout.js'

const never = new Promise<never>(() => {})

describe('a timeout', () => {
  test('is the outcome of the work, if it is in time', async () => {
    expect(await withTimeout(1_000, Promise.resolve('done'))).toBe('done')
    await expect(withTimeout(1_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  })

  test('is the error that its caller makes, or says how long it waited', async () => {
    await expect(withTimeout(5, never, () => new Error('too slow'))).rejects.toThrow('too slow')
    await expect(withTimeout(5, never)).rejects.toThrow('no answer within 5 ms')
  })

  test('counts an outcome that arrived while the process stood still', async () => {
    let late = 0
    // Of the phases of the event loop, that of timers comes next.
    await new Promise(setImmediate)
    // A worker thread of libuv answers during the standstill.
    const reading = new Promise<string>((resolve) => access(fileURLToPath(import.meta.url), () => resolve('read')))
    const waiting = withTimeout(20, reading, () => new Error(`late ${++late}`))
    for (const end = performance.now() + 300; performance.now() < end; );
    expect(await waiting).toBe('read')
    expect(late).toBe(0)
  })
})
