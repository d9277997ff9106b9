// Events of batches, with plausible values for what a test does not give.
import type {
  BatchCancelled,
  BatchChunkVerified,
  BatchCompleted,
  BatchDeleted,
  BatchFailed,
  BatchStarted,
  BatchSubmitted,
  BatchTotals,
  ResultColumns,
} from '../../src/features/batches/events.js'
import { derivedId } from '../../src/kernel/ids.js'
import { ada } from './accountEvents.js'
import { LISTS } from './verificationEvents.js'

export const batchId = (name: string): string => derivedId(`batch ${name}`)

/** A batch of 3,000 distinct addresses submitted by an agent; a test overrides what differs. */
export const submitted = (differs: Partial<BatchSubmitted['data']> = {}): BatchSubmitted => ({
  type: 'BatchSubmitted',
  data: {
    account: ada,
    source: 'agent',
    format: 'compact',
    total: 3_000,
    reserved: 3_000,
    month: '2026-11',
    sandbox: false,
    share: false,
    debug: false,
    chunk: 1_000,
    rows: 'batch.rows',
    offsets: [0, 20_000, 40_000],
    file: null,
    webhookUrl: null,
    ...differs,
  },
})

/** A file of 3,000 rows. */
export const uploaded = (differs: Partial<BatchSubmitted['data']> = {}): BatchSubmitted =>
  submitted({
    source: 'upload',
    file: {
      blob: 'batch.file',
      dialect: { encoding: 'utf-8', delimiter: ',', column: 0, header: true, columns: 2 },
    },
    ...differs,
  })

export const started = (account = ada): BatchStarted => ({ type: 'BatchStarted', data: { account } })

/** Result columns with this many rows of each status. */
export function columns({ valid = 0, invalid = 0, unknown = 0 }): ResultColumns {
  const total = valid + invalid + unknown
  return {
    status: 'v'.repeat(valid) + 'i'.repeat(invalid) + 'u'.repeat(unknown),
    reason: '-'.repeat(valid) + 'm'.repeat(invalid) + '-'.repeat(unknown),
    flags: '18'.repeat(valid) + '08'.repeat(invalid) + '40'.repeat(unknown),
    providers: [],
    provider: Array.from({ length: total }, () => -1),
    meant: {},
    codes: ['aec', 'dtF', 'roI'],
    code: 'A'.repeat(valid) + 'B'.repeat(invalid) + 'C'.repeat(unknown),
  }
}

const NOTHING: BatchTotals = { processed: 0, valid: 0, unknown: 0, charged: 0 }

/** The chunk after `before`: this many rows of each status, all with distinct addresses. */
export function chunkVerified(
  counts: { valid?: number; invalid?: number; unknown?: number },
  before: BatchTotals = NOTHING,
  differs: Partial<BatchChunkVerified['data']> = {},
): BatchChunkVerified {
  const { valid = 0, invalid = 0, unknown = 0 } = counts
  const rows = valid + invalid + unknown
  const charged = valid + invalid
  const totals = {
    processed: before.processed + rows,
    valid: before.valid + valid + unknown,
    unknown: before.unknown + unknown,
    charged: before.charged + charged,
  }
  return {
    type: 'BatchChunkVerified',
    data: {
      account: ada,
      month: '2026-11',
      sandbox: false,
      from: before.processed,
      to: totals.processed,
      results: columns(counts),
      steps: null,
      charged,
      released: unknown,
      totals,
      durationMs: 120,
      lists: LISTS,
      key: null,
      ...differs,
    },
  }
}

type Ended = BatchCompleted['data']

const ended = (totals: BatchTotals, released: number, differs: Partial<Ended>): Ended => ({
  account: ada,
  month: '2026-11',
  sandbox: false,
  totals,
  released,
  ...differs,
})

export const completed = (totals = NOTHING, released = 0, differs: Partial<Ended> = {}): BatchCompleted => ({
  type: 'BatchCompleted',
  data: ended(totals, released, differs),
})

export const failed = (totals = NOTHING, released = 0, differs: Partial<BatchFailed['data']> = {}): BatchFailed => ({
  type: 'BatchFailed',
  data: { reason: 'Its input was deleted.', ...ended(totals, released, differs) },
})

export const cancelled = (totals = NOTHING, released = 0, differs: Partial<Ended> = {}): BatchCancelled => ({
  type: 'BatchCancelled',
  data: ended(totals, released, differs),
})

export const deleted = (processed: number, account = ada): BatchDeleted => ({
  type: 'BatchDeleted',
  data: { account, processed, chunk: 1_000 },
})
