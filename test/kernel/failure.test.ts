// Which failures mean that nothing was done, and waits that are given up.
import { expect, test } from '@jest/globals'
import { abortable } from '../../src/kernel/concurrency/singleFlight.js'
import { Failure, isRefusal } from '../../src/kernel/failure.js'

test('a failure of the service is no refusal: it may have had an effect', () => {
  const refused = (['VALIDATION_ERROR', 'BATCH_NOT_FOUND', 'RATE_LIMIT_EXCEEDED'] as const).map((code) =>
    isRefusal(new Failure(code, 'no')),
  )
  const unsure = (['INTERNAL_ERROR', 'UPSTREAM_ERROR', 'SERVICE_UNAVAILABLE', 'UPSTREAM_TIMEOUT'] as const).map(
    (code) => isRefusal(new Failure(code, 'no')),
  )
  expect([refused, unsure]).toEqual([
    [true, true, true],
    [false, false, false, false],
  ])
  expect(isRefusal(new Error('no'))).toBe(false)
})

test('work whose wait was given up before it began may fail without ending the process', async () => {
  const signal = AbortSignal.abort(new Error('gone'))
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  await expect(abortable(Promise.reject(new Error('late')), signal)).rejects.toThrow('gone')
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
