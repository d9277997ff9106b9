import { expect, test } from '@jest/globals'
import { mapMaybePromise } from '../../../src/kernel/concurrency/mapMaybePromise.js'

const double = (value: number) => 2 * value

test('a value is mapped synchronously', () => expect(mapMaybePromise(21, double)).toBe(42))

test('a promise is mapped when it resolves', async () => {
  const mapped = mapMaybePromise(Promise.resolve(21), double)
  expect(mapped).toBeInstanceOf(Promise)
  expect(await mapped).toBe(42)
})

test('a rejection is passed on without calling the function', async () => {
  const broken = new Error('broken')
  const never = () => {
    throw new Error('called')
  }
  await expect(mapMaybePromise(Promise.reject(broken), never)).rejects.toBe(broken)
})

test('an error of the function is thrown for a value, and rejects for a promise', async () => {
  const broken = new Error('broken')
  const fail = () => {
    throw broken
  }
  expect(() => mapMaybePromise(1, fail)).toThrow(broken)
  await expect(mapMaybePromise(Promise.resolve(1), fail)).rejects.toBe(broken)
})
