// The bodies of webhook events.
import { describe, expect, test } from '@jest/globals'
import { bodyOf } from '../../src/features/webhooks/notifications/payloads/body.js'
import { type BatchEnd, bulkCompleted } from '../../src/features/webhooks/notifications/payloads/bulkCompleted.js'
import { quotaUsed } from '../../src/features/webhooks/notifications/payloads/quotaUsed.js'
import { verificationCompleted } from '../../src/features/webhooks/notifications/payloads/verificationCompleted.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { usageLimitReached, usageThresholdReached } from '../../testbed/given/verificationEvents.js'

test('a body is type, timestamp and data, in this order', () =>
  expect(bodyOf('bulk.completed', '2026-11-21T09:00:00.000Z', { a: 1 })).toBe(
    '{"type":"bulk.completed","timestamp":"2026-11-21T09:00:00.000Z","data":{"a":1}}',
  ))

test('usage.limit_reached has the limit, the month, and the start of the next one', () =>
  expect(quotaUsed(usageLimitReached('2026-11').data)).toEqual({
    limit: 'month',
    period: '2026-11',
    used: 1_000,
    allowed: 1_000,
    reset: 1_796_083_200,
  }))

test('usage.threshold_reached has the percentage, too', () =>
  expect(quotaUsed(usageThresholdReached('2026-11', 70).data)).toEqual({
    limit: 'month',
    period: '2026-11',
    percent: 70,
    used: 700,
    allowed: 1_000,
    reset: 1_796_083_200,
  }))

test('verification.completed is the response with its request and its API version', () => {
  const result = { email: 'ada@example.net' } as never
  expect(
    verificationCompleted({ email: 'ada@example.net', valid: true }, { api: 'v1', requestId: 'r', result }),
  ).toEqual({ email: 'ada@example.net', valid: true, request_id: 'r', api_version: 'v1' })
})

describe('bulk.completed', () => {
  const totals = { processed: 90, valid: 60, unknown: 5, charged: 80 }
  const data = { account: ada, month: '2026-11', sandbox: false, totals, released: 0 }
  const facts = {
    source: 'agent',
    total: 100,
    disposable: 7,
    role: 3,
    deliverable: 45,
    risky: 10,
    mistyped: 2,
    distinct: 85,
    people: { total: 80, repeated: 4, duplicates: 9 },
    createdAt: '2026-11-21T09:00:00.000Z',
    downloadPath: null,
  } as const
  const bodyFor = (end: Pick<BatchEnd, 'type' | 'data'>, differs: object = {}, results: unknown[] | null = null) =>
    bulkCompleted({
      batch: 'b1',
      end,
      endedAt: '2026-11-21T10:00:00.000Z',
      facts: { ...facts, ...differs },
      results,
      baseUrl: 'https://mailproof.test',
    })
  const completed = { type: 'BatchCompleted', data } as const
  const links = {
    status: 'https://mailproof.test/v1/batch/b1',
    results: 'https://mailproof.test/v1/batch/b1/results',
  }
  const plain = {
    batch_id: 'b1',
    status: 'completed',
    total: 100,
    processed: 90,
    valid: 55,
    invalid: 30,
    unknown: 5,
    disposable: 7,
    role: 3,
    deliverable: 45,
    risky: 10,
    mistyped: 2,
    distinct: 85,
    people: 80,
    repeated_people: 4,
    duplicates: 9,
    charged: 80,
    created_at: '2026-11-21T09:00:00.000Z',
    completed_at: '2026-11-21T10:00:00.000Z',
    links,
  }

  test('of an agent’s job carries its results', () =>
    expect(bodyFor(completed, {}, [{ i: 0, v: 1 }])).toEqual({ ...plain, results: [{ i: 0, v: 1 }] }))

  test('of an upload carries the job’s id and a link to the file', () =>
    expect(
      bodyFor(completed, { source: 'upload', downloadPath: '/v1/batch/b1/download?expires=1&signature=s' }),
    ).toEqual({
      ...plain,
      job_id: 'b1',
      links: { ...links, download: 'https://mailproof.test/v1/batch/b1/download?expires=1&signature=s' },
    }))

  test.each([
    ['failed', { type: 'BatchFailed', data: { ...data, reason: 'x' } }],
    ['cancelled', { type: 'BatchCancelled', data }],
  ] as const)('says how the batch ended: %s', (status, end) => expect(bodyFor(end)).toEqual({ ...plain, status }))
})
