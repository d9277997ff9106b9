import { describe, expect, test } from '@jest/globals'
import { thenSync } from '../../../src/kernel/concurrency/maybeAsync.js'

describe('thenSync', () => {
  test('applies the function synchronously to a value that is known', () => {
    expect(thenSync(1, (value) => value + 1)).toBe(2)
    expect(() =>
      thenSync(1, () => {
        throw new Error('no')
      }),
    ).toThrow('no')
  })

  test('applies the function to the outcome of a promise', async () => {
    const result = thenSync(Promise.resolve(1), (value) => value + 1)
    expect(result).toBeInstanceOf(Promise)
    expect(await result).toBe(2)
    await expect(thenSync(Promise.reject(new Error('no')), () => 1)).rejects.toThrow('no')
  })
})
