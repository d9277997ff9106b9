// Calls to a MongoDB that does not respond end soon, and work again once it does.
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { MongoServerError } from 'mongodb'
import { type CallMongo, createCallMongo } from '../../src/adapters/mongodb/callMongo.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'

let callMongo: CallMongo
beforeEach(async () => {
  jest.useFakeTimers()
  callMongo = createCallMongo()
  await callMongo(async () => 'an answer')
  await jest.advanceTimersByTimeAsync(1)
})
afterEach(() => void jest.useRealTimers())

const never = () => new Promise<never>(() => {})
const after = (milliseconds: number) => () =>
  new Promise<string>((resolve) => setTimeout(() => resolve('an answer'), milliseconds))

/** Outcome and duration in milliseconds; undefined while the call is pending. */
function watch(question: Promise<unknown>) {
  const began = performance.now()
  const seen: { outcome?: unknown; after?: number } = {}
  const settle = (outcome: unknown) => Object.assign(seen, { outcome, after: performance.now() - began })
  question.then(settle, settle)
  return seen
}

const UNAVAILABLE = expect.any(StoreUnavailable)

test('a store that answers no request is given up after three seconds, also by callers that started waiting later', async () => {
  const first = watch(callMongo(never))
  await jest.advanceTimersByTimeAsync(2_500)
  const second = watch(callMongo(never))
  await jest.advanceTimersByTimeAsync(400)
  expect(first.outcome).toBeUndefined()
  await jest.advanceTimersByTimeAsync(600)
  expect(first).toEqual({ outcome: UNAVAILABLE, after: expect.closeTo(3_000, -2) })
  expect(second).toEqual({ outcome: UNAVAILABLE, after: expect.closeTo(900, -2) })
})

test('no call waits long for a store known to be unresponsive, until it responds', async () => {
  void watch(callMongo(never))
  await jest.advanceTimersByTimeAsync(3_100)
  const meanwhile = watch(callMongo(never))
  await jest.advanceTimersByTimeAsync(500)
  expect(meanwhile).toEqual({ outcome: UNAVAILABLE, after: expect.closeTo(400, -2) })
  expect(await callMongo(async () => 'an answer')).toBe('an answer')
  const slow = watch(callMongo(after(2_000)))
  await jest.advanceTimersByTimeAsync(2_100)
  expect(slow.outcome).toBe('an answer')
})

test('a slow request is waited for while others are answered, for at most four and a half seconds', async () => {
  const slow = watch(callMongo(after(4_000)))
  const slower = watch(callMongo(after(6_000)))
  await jest.advanceTimersByTimeAsync(2_000)
  await callMongo(async () => 'an answer')
  await jest.advanceTimersByTimeAsync(3_000)
  expect(slow.outcome).toBe('an answer')
  expect(slower).toEqual({ outcome: UNAVAILABLE, after: expect.closeTo(4_500, -2) })
})

test('a store that rejects requests is not unresponsive', async () => {
  const slow = watch(callMongo(after(4_000)))
  await jest.advanceTimersByTimeAsync(1_000)
  const refused = callMongo(async () => {
    throw new MongoServerError({ message: 'no', code: 11_600 })
  })
  await expect(refused).rejects.toThrow(StoreUnavailable)
  await jest.advanceTimersByTimeAsync(3_100)
  expect(slow.outcome).toBe('an answer')
})

test('a connection that broke during a write does not count as a response', async () => {
  void watch(callMongo(never))
  await jest.advanceTimersByTimeAsync(2_000)
  const broken = callMongo(async () => {
    throw new MongoServerError({ message: 'connection closed' })
  })
  await expect(broken).rejects.toThrow(StoreUnavailable)
  await jest.advanceTimersByTimeAsync(1_100)
  const meanwhile = watch(callMongo(never))
  await jest.advanceTimersByTimeAsync(500)
  expect(meanwhile.outcome).toEqual(UNAVAILABLE)
})
