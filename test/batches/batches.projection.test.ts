// The read model of batches' status and progress.
import { describe, expect, test } from '@jest/globals'
import type { BatchEvent } from '../../src/features/batches/events.js'
import { type BatchDocument, batches } from '../../src/features/batches/projections/batches.js'
import { batch } from '../../src/features/batches/state.js'
import { ada, bob, registered } from '../../testbed/given/accountEvents.js'
import {
  batchId,
  cancelled,
  chunkVerified,
  completed,
  failed,
  started,
  submitted,
  uploaded,
} from '../../testbed/given/batchEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { addressVerified } from '../../testbed/given/verificationEvents.js'

const id = batchId('first')
const { stream } = batch(id)

/** The batch after these events, one second apart. */
const batchAfter = (...events: readonly BatchEvent[]): BatchDocument | undefined => {
  const log = createRecordedLog()
  for (const event of events) log.append(stream, event)
  return documentsOf(batches, log.events)[id]
}

const pending: BatchDocument = {
  owner: ada,
  source: 'agent',
  format: 'compact',
  status: 'pending',
  open: true,
  total: 3_000,
  processed: 0,
  valid: 0,
  unknown: 0,
  disposable: 0,
  role: 0,
  charged: 0,
  deliverable: 0,
  risky: 0,
  mistyped: 0,
  distinct: 3_000,
  debug: false,
  sandbox: false,
  chunk: 1_000,
  rows: 'batch.rows',
  offsets: [0, 20_000, 40_000],
  file: null,
  webhookUrl: null,
  createdAt: '2026-11-21T09:00:00.000Z',
  startedAt: null,
  completedAt: null,
  failure: null,
}
const { open: _, ...closed } = pending

test('a batch that shares its results says so', () => {
  expect(batchAfter(submitted({ share: true, pool: 'public' }))).toEqual({ ...pending, share: true })
})

const first = chunkVerified({ valid: 700, invalid: 290, unknown: 10 })
const second = chunkVerified({ valid: 1_000 }, first.data.totals)

describe('a batch', () => {
  test('that was submitted is pending', () => expect(batchAfter(submitted())).toStrictEqual(pending))

  test('keeps what its results need', () => {
    const given = uploaded({
      account: bob,
      distinct: 2_900,
      format: 'full',
      debug: true,
      sandbox: true,
      webhookUrl: 'c2VhbGVk',
      chunk: 250,
    })
    expect(batchAfter(given)).toStrictEqual({
      ...pending,
      owner: bob,
      source: 'upload',
      format: 'full',
      debug: true,
      sandbox: true,
      webhookUrl: 'c2VhbGVk',
      chunk: 250,
      distinct: 2_900,
      file: given.data.file,
    })
  })

  test('of release 0.1.0 has as many distinct addresses as were reserved; in the sandbox that is not known', () => {
    expect(batchAfter(submitted({ reserved: 2_800 }))).toMatchObject({ distinct: 2_800 })
    expect(batchAfter(submitted({ reserved: 0, sandbox: true }))).not.toHaveProperty('distinct')
  })

  test('counts rows that a mailing sends to, decides about, and has to correct', () => {
    const results = { ...chunkVerified({ valid: 4, invalid: 1 }).data.results, flags: '1819181a18' }
    const chunk = chunkVerified({ valid: 4, invalid: 1 }, undefined, {
      results: { ...results, meant: { 2: 'gmail.com', 4: 'gmail.com' } },
    })
    expect(batchAfter(submitted(), chunk)).toMatchObject({ deliverable: 1, risky: 3, mistyped: 2 })
  })

  test('counts rows of disposable services and role addresses, also together with other flags', () => {
    const results = { ...chunkVerified({ valid: 4 }).data.results, flags: '19031a18' }
    const chunk = chunkVerified({ valid: 4 }, undefined, { results })
    expect(batchAfter(submitted(), started(), chunk)).toMatchObject({ disposable: 2, role: 2 })
  })

  test('that was started is processing from that time', () =>
    expect(batchAfter(submitted(), started())).toStrictEqual({
      ...pending,
      status: 'processing',
      startedAt: '2026-11-21T09:00:01.000Z',
    }))

  test('progresses with each chunk, and counts statuses, flags and charges', () => {
    const processing = { ...pending, status: 'processing', startedAt: '2026-11-21T09:00:01.000Z' }
    expect(batchAfter(submitted(), started(), first)).toStrictEqual({
      ...processing,
      processed: 1_000,
      valid: 710,
      unknown: 10,
      charged: 990,
      deliverable: 700,
    })
    expect(batchAfter(submitted(), started(), first, second)).toStrictEqual({
      ...processing,
      processed: 2_000,
      valid: 1_710,
      unknown: 10,
      charged: 1_990,
      deliverable: 1_700,
    })
  })

  const totals = first.data.totals
  test.each([
    ['completed', completed(totals), null],
    [
      'failed',
      failed(totals, 2_000, { reason: 'Its input ends after 5 of 7 rows.' }),
      'Its input ends after 5 of 7 rows.',
    ],
    ['cancelled', cancelled(totals, 2_000), null],
  ] as const)('that was %s keeps what was processed, and is no longer open', (status, end, failure) =>
    expect(batchAfter(submitted(), started(), first, end)).toStrictEqual({
      ...closed,
      status,
      processed: 1_000,
      valid: 710,
      unknown: 10,
      charged: 990,
      deliverable: 700,
      startedAt: '2026-11-21T09:00:01.000Z',
      completedAt: '2026-11-21T09:00:03.000Z',
      failure,
    }),
  )

  test('may end before it was started', () =>
    expect(batchAfter(submitted(), cancelled(undefined, 3_000))).toStrictEqual({
      ...closed,
      status: 'cancelled',
      completedAt: '2026-11-21T09:00:01.000Z',
    }))

  test('does not exist without its submission', () =>
    expect(batchAfter(started(), first, completed(), failed(), cancelled())).toBeUndefined())
})

describe('batches', () => {
  test('are one per stream, from batch events only', () => {
    const log = createRecordedLog()
    log.append(stream, submitted())
    log.append(batch(batchId('second')).stream, submitted({ account: bob }), started(bob))
    log.append(`account-${ada}`, registered())
    log.append(`usage-${ada}.2026-11`, addressVerified())
    const documents = documentsOf(batches, log.events)
    expect(Object.entries(documents).map(([key, { owner, status }]) => [key, owner, status])).toEqual([
      [id, ada, 'pending'],
      [batchId('second'), bob, 'processing'],
    ])
  })

  test('are in the index of open batches only while they are open', () => {
    // A document that lacks a member of an index is not in it.
    expect(batches.indexes).toMatchObject({
      byOpen: ['open', '_id'],
      byOwnerOpen: ['owner', 'open', 'createdAt', '_id'],
    })
    expect(batchAfter(submitted(), started())).toHaveProperty('open', true)
    for (const end of [completed(), failed(), cancelled()])
      expect(batchAfter(submitted(), started(), end)).not.toHaveProperty('open')
  })
})
