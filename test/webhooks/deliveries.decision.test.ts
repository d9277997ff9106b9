// Decisions about deliveries: delivered, retried or failed.
import { describe, expect, test } from '@jest/globals'
import {
  type Attempt,
  type AttemptOutcome,
  abandon,
  applyAttempt,
  type DeliveryRecord,
  newRecord,
  resend,
} from '../../src/features/webhooks/deliveries/record.js'
import { iso } from '../../src/kernel/clock.js'
import type { Answered, Unanswered } from '../../src/kernel/ports/outbound.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { frozen } from '../../testbed/given/frozen.js'
import { hook } from '../../testbed/given/webhookEvents.js'

const DAY = 24 * 3_600_000
const now = Date.UTC(2026, 10, 21, 9)
const made: DeliveryRecord = frozen(
  newRecord(
    {
      owner: ada,
      endpoint: hook,
      job: null,
      event: 'bulk.completed',
      content: 'an event',
      createdAt: '2026-11-21T08:59:59.000Z',
    },
    now,
  ),
)

const attempt = (statusCode: number | null = 500): Attempt => ({
  at: iso(now),
  statusCode,
  durationMs: 7,
  response: 'c2VhbGVk',
  unsent: null,
})
const answered = (status: number, retryAfterMs?: number): Answered => ({
  outcome: 'answered',
  status,
  body: '',
  durationMs: 7,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})
const silent: Unanswered = { outcome: 'unanswered', cause: 'timeout', reason: 'nothing came', durationMs: 15_000 }
const outcome = (answer: Answered | Unanswered): AttemptOutcome => ({
  answer,
  attempt: attempt(answer.outcome === 'answered' ? answer.status : null),
  now,
  chance: 0.5,
})
const tried = (record: DeliveryRecord, answer: Answered | Unanswered, began = record) =>
  applyAttempt(record, began, outcome(answer))

describe('a new delivery', () => {
  test('is due immediately, and kept for thirty days after its event', () =>
    expect(made).toMatchObject({
      status: 'pending',
      nextAt: now,
      attempts: [],
      expiresAt: Date.parse('2026-11-21T08:59:59.000Z') + 30 * DAY,
    }))
})

describe('an attempt', () => {
  test.each([200, 204, 299])('answered with %d delivers it', (status) => {
    const record = tried(made, answered(status))!
    expect(record).toMatchObject({ status: 'delivered', step: 1, attempts: [attempt(status)] })
    expect(record).not.toHaveProperty('nextAt')
  })

  test.each([100, 199, 300, 301, 404, 429, 500, 503])('answered with %d is retried', (status) =>
    expect(tried(made, answered(status))).toEqual({
      ...made,
      step: 1,
      attempts: [attempt(status)],
      nextAt: now + 5_000,
    }),
  )

  test('without a response is retried', () =>
    expect(tried(made, silent)).toEqual({ ...made, step: 1, attempts: [attempt(null)], nextAt: now + 5_000 }))

  test('answered with Retry-After waits as long', () =>
    expect(tried(made, answered(503, 90_000))!.nextAt).toBe(now + 90_000))

  test('answered with 410 is the last', () => {
    const record = tried(made, answered(410))!
    expect(record).toMatchObject({ status: 'failed', attempts: [attempt(410)] })
    expect(record).not.toHaveProperty('nextAt')
  })

  test('of a test is the only one', () =>
    expect(tried({ ...made, event: 'webhook.test' }, answered(500))).toMatchObject({ status: 'failed', step: 1 }))

  test('that fails for the eighth time is the last', () => {
    let record = made
    for (let step = 1; step <= 7; step++) {
      record = tried(record, answered(500))!
      expect(record).toMatchObject({ status: 'pending', step })
    }
    record = tried(record, answered(500))!
    expect(record).toMatchObject({ status: 'failed', step: 8 })
    expect(record.attempts).toHaveLength(8)
    expect(record).not.toHaveProperty('nextAt')
  })

  test('that another run has recorded is not recorded again', () =>
    expect(tried(tried(made, answered(500))!, answered(200), made)).toBeUndefined())

  test('that ran while the delivery was abandoned is recorded, and only a success changes the status', () => {
    const given = abandon(made, 'by_request', iso(now))!
    expect(tried(given, answered(500), made)).toMatchObject({ status: 'failed', step: 1 })
    expect(tried(given, answered(500), made)).not.toHaveProperty('nextAt')
    expect(tried(given, answered(200), made)).toMatchObject({ status: 'delivered' })
  })

  test('that ran while the delivery was resent is recorded, and leaves it due', () => {
    const again = resend(made, 'command', now + 1)!
    for (const answer of [answered(200), answered(500)]) {
      expect(tried(again, answer, made)).toMatchObject({ status: 'pending', step: 0, nextAt: now + 1 })
      expect(tried(again, answer, made)!.attempts).toHaveLength(1)
    }
  })

  test('is one of the last twenty, the oldest first', () => {
    let record = made
    for (let count = 0; count < 25; count++) {
      record = tried(resend(record, `command ${count}`, now)!, answered(400 + count))!
    }
    expect(record.attempts.map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 20 }, (_, index) => 405 + index),
    )
  })
})

describe('abandoning a delivery', () => {
  test('records the reason as an attempt that was not made', () => {
    const record = abandon(made, 'gone', iso(now))!
    expect(record).toMatchObject({
      status: 'failed',
      attempts: [{ at: iso(now), statusCode: null, durationMs: 0, response: null, unsent: 'gone' }],
    })
    expect(record).not.toHaveProperty('nextAt')
  })

  test('changes nothing that has ended', () =>
    expect(abandon(tried(made, answered(200))!, 'deleted', iso(now))).toBeUndefined())
})

describe('sending again', () => {
  test.each([
    ['delivered', tried(made, answered(200))!],
    ['failed', abandon(made, 'gone', iso(now))!],
    ['waiting', tried(made, answered(500))!],
  ])('makes a delivery that is %s due now, at the start of the schedule', (_, before) => {
    const again = resend(before, 'command', now + 10)!
    expect(again).toMatchObject({ status: 'pending', nextAt: now + 10, step: 0, attempts: before.attempts })
    expect(tried(again, answered(500))!.nextAt).toBe(now + 5_000)
  })

  test('by the same command again changes nothing', () =>
    expect(resend(resend(made, 'command', now)!, 'command', now)).toBeUndefined())
})
