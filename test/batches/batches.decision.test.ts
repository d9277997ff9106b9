// Deciders of batches, from submission to end.
import { describe, expect, test } from '@jest/globals'
import type { ChunkResult } from '../../src/features/batches/decide.js'
import {
  cancelBatch,
  failBatch,
  recordChunk,
  requireOwnBatch,
  startBatch,
  submitBatch,
} from '../../src/features/batches/decide.js'
import type { BatchCompleted, BatchEvent } from '../../src/features/batches/events.js'
import { type BatchState, batch, isFinal, type SubmittedBatch } from '../../src/features/batches/state.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import {
  batchId,
  cancelled,
  chunkVerified,
  columns,
  completed,
  deleted,
  failed,
  started,
  submitted,
  uploaded,
} from '../../testbed/given/batchEvents.js'
import { createGiven, failureOf } from '../../testbed/given/given.js'
import { LISTS } from '../../testbed/given/verificationEvents.js'

const given = createGiven(batch(batchId('first')))

/** Decisions of the writer, which only sees submitted batches. */
const writer = (decide: (state: SubmittedBatch) => BatchEvent[]) => (state: BatchState) =>
  decide(state as SubmittedBatch)

/** The totals of a chunk of distinct addresses. */
function done({ valid = 0, invalid = 0, unknown = 0 }, differs: Partial<ChunkResult> = {}): ChunkResult {
  return {
    rows: valid + invalid + unknown,
    valid: valid + unknown,
    unknown,
    charged: valid + invalid,
    released: unknown,
    results: columns({ valid, invalid, unknown }),
    steps: null,
    durationMs: 120,
    lists: LISTS,
    ...differs,
  }
}

const first = chunkVerified({ valid: 700, invalid: 290, unknown: 10 })
const second = chunkVerified({ valid: 1_000 }, first.data.totals)
const third = chunkVerified({ invalid: 998, unknown: 2 }, second.data.totals)
const running = [submitted(), started(), first]
const ends = [
  ['completed', [...running, second, third, completed(third.data.totals)]],
  ['failed', [...running, failed(first.data.totals, 2_000)]],
  ['cancelled', [...running, cancelled(first.data.totals, 2_000)]],
] as const

describe('submitting a batch', () => {
  test('is one event with everything known about it', () =>
    given([])
      .when((state) => submitBatch(state, uploaded().data))
      .then([uploaded()]))

  test.each([['pending', [submitted()]], ['processing', running], ...ends] as const)(
    'again changes nothing: %s',
    (_, past) =>
      given(past)
        .when((state) => submitBatch(state, submitted().data))
        .then([]),
  )
})

describe('starting a batch', () => {
  test('records that a submitted batch was started', () =>
    given([submitted()]).when(writer(startBatch)).then([started()]))

  test('records the account of the submission', () =>
    given([submitted({ account: bob })])
      .when(writer(startBatch))
      .then([started(bob)]))

  test('again is no event', () => given(running).when(writer(startBatch)).then([]))

  test.each(ends)('that is %s is no event either', (_, past) => given(past).when(writer(startBatch)).then([]))
})

describe('a processed chunk', () => {
  test('records its rows, their cost and the totals of the batch', () =>
    given([submitted(), started()])
      .when(writer((state) => recordChunk(state, done({ valid: 700, invalid: 290, unknown: 10 }))))
      .then([first]))

  test('continues from the rows and totals of the one before', () =>
    given(running)
      .when(writer((state) => recordChunk(state, done({ valid: 1_000 }))))
      .then([second]))

  test('completes the batch in the same append when it is the last', () =>
    given([...running, second])
      .when(writer((state) => recordChunk(state, done({ invalid: 998, unknown: 2 }))))
      .then([third, completed({ processed: 3_000, valid: 1_712, unknown: 12, charged: 2_988 })]))

  test('completes a batch of one chunk', () => {
    const only = chunkVerified({ valid: 2 })
    given([submitted({ total: 2, reserved: 2 }), started()])
      .when(writer((state) => recordChunk(state, done({ valid: 2 }))))
      .then([only, completed(only.data.totals)])
  })

  test('is charged as given, not by its number of rows', () => {
    const twice = done({ valid: 4 }, { charged: 1 })
    given([submitted({ total: 8, reserved: 2 }), started()])
      .when(writer((state) => recordChunk(state, twice)))
      .then([
        chunkVerified({ valid: 4 }, undefined, {
          charged: 1,
          totals: { processed: 4, valid: 4, unknown: 0, charged: 1 },
        }),
      ])
  })

  test('releases, if it is the last, what remains of the reservation', () => {
    const only = chunkVerified({ valid: 2, unknown: 1 })
    given([submitted({ total: 3, reserved: 7 }), started()])
      .when(writer((state) => recordChunk(state, done({ valid: 2, unknown: 1 }))))
      .then([only, completed(only.data.totals, 4)])
  })

  test('of a sandbox key charges nothing and is marked as sandbox', () => {
    const free = { charged: 0, released: 0 }
    const totals = { processed: 2, valid: 2, unknown: 1, charged: 0 }
    given([submitted({ total: 2, reserved: 0, sandbox: true }), started()])
      .when(writer((state) => recordChunk(state, done({ valid: 1, unknown: 1 }, free))))
      .then([
        chunkVerified({ valid: 1, unknown: 1 }, undefined, { ...free, totals, sandbox: true }),
        completed(totals, 0, { sandbox: true }),
      ])
  })

  test('keeps the sealed steps if there are any', () =>
    given([submitted({ debug: true, chunk: 250 }), started()])
      .when(writer((state) => recordChunk(state, done({ valid: 250 }, { steps: 'c2VhbGVk' }))))
      .then([chunkVerified({ valid: 250 }, undefined, { steps: 'c2VhbGVk' })]))

  test('is charged to the month and account of acceptance', () => {
    const theirs = { account: bob, month: '2026-10' }
    given([submitted(theirs), started(bob)])
      .when(writer((state) => recordChunk(state, done({ valid: 5 }))))
      .then([chunkVerified({ valid: 5 }, undefined, theirs)])
  })

  test.each(ends)('after the batch is %s is not recorded', (_, past) =>
    given(past)
      .when(writer((state) => recordChunk(state, done({ valid: 1 }))))
      .then([]),
  )
})

describe('a batch that cannot continue', () => {
  test('releases the whole reservation if nothing was processed', () =>
    given([submitted(), started()])
      .when(writer((state) => failBatch(state, 'Its input was deleted.')))
      .then([failed(undefined, 3_000)]))

  test('keeps what was processed, and releases the rest', () =>
    given([...running, second])
      .when(writer((state) => failBatch(state, 'Its input is damaged and cannot be read.')))
      .then([failed(second.data.totals, 1_000, { reason: 'Its input is damaged and cannot be read.' })]))

  test('may fail before it was started', () =>
    given([submitted()])
      .when(writer((state) => failBatch(state, 'Its input was deleted.')))
      .then([failed(undefined, 3_000)]))

  test('of a sandbox key releases nothing', () =>
    given([submitted({ sandbox: true, reserved: 0 }), started()])
      .when(writer((state) => failBatch(state, 'Its input was deleted.')))
      .then([failed(undefined, 0, { sandbox: true })]))

  test.each(ends)('does not fail after it is %s', (_, past) =>
    given(past)
      .when(writer((state) => failBatch(state, 'Its input was deleted.')))
      .then([]),
  )
})

describe('cancelling a batch', () => {
  test('releases what was reserved and not processed', () =>
    given([...running, second])
      .when((state) => cancelBatch(state, ada))
      .then([cancelled(second.data.totals, 1_000)]))

  test('that was not started releases the whole reservation', () =>
    given([submitted()])
      .when((state) => cancelBatch(state, ada))
      .then([cancelled(undefined, 3_000)]))

  test('does not release unknown addresses a second time', () =>
    given([submitted({ total: 20, reserved: 20 }), started(), chunkVerified({ unknown: 10 })])
      .when((state) => cancelBatch(state, ada))
      .then([cancelled({ processed: 10, valid: 10, unknown: 10, charged: 0 }, 10)]))

  test('of a sandbox key releases nothing', () =>
    given([submitted({ sandbox: true, reserved: 0 })])
      .when((state) => cancelBatch(state, ada))
      .then([cancelled(undefined, 0, { sandbox: true })]))

  test('twice changes nothing', () =>
    given([...running, cancelled(first.data.totals, 2_000)])
      .when((state) => cancelBatch(state, ada))
      .then([]))

  test.each(['completed', 'failed'] as const)(
    'that has %s deletes it, unless it was taken for one in progress',
    (status) => {
      const past = ends.find(([name]) => name === status)![1]
      const { totals } = (past.at(-1) as BatchCompleted).data
      given(past)
        .when((state) => cancelBatch(state, ada))
        .then([deleted(totals.processed)])
      given(past)
        .when((state) => cancelBatch(state, ada, false, 'in_progress'))
        .fails('BATCH_NOT_CANCELLABLE', { status })
    },
  )

  test('that was cancelled deletes it only if it is expected to have ended', () =>
    given([...running, cancelled(first.data.totals, 2_000)])
      .when((state) => cancelBatch(state, ada, false, 'ended'))
      .then([deleted(first.data.totals.processed)]))

  test('in progress is refused if it is expected to have ended', () =>
    given([...running])
      .when((state) => cancelBatch(state, ada, false, 'ended'))
      .fails('BATCH_PROCESSING', { processed: first.data.totals.processed, total: 3_000 }))

  test.each([undefined, 'ended', 'in_progress'] as const)('that was deleted is unknown (%s)', (expect) =>
    given([...running, cancelled(first.data.totals, 2_000), deleted(first.data.totals.processed)])
      .when((state) => cancelBatch(state, ada, false, expect))
      .fails('BATCH_NOT_FOUND'),
  )

  test.each([
    ['pending', [submitted({ account: bob })]],
    ['cancelled', [submitted({ account: bob }), cancelled()]],
  ])('of another account is reported as unknown: %s', (_, past) => {
    const refused = (events: readonly BatchEvent[], account: string) => {
      const entity = batch(batchId('first'))
      const state = events.reduce((folded, event) => entity.evolve(folded, event as never), entity.initial)
      const { code, message, details } = failureOf(() => cancelBatch(state, account))
      return { code, message, details }
    }
    expect(refused(past, ada)).toEqual(refused([], ada))
    expect(refused([], ada)).toMatchObject({ code: 'BATCH_NOT_FOUND', details: undefined })
  })
})

describe('what a batch is', () => {
  const fold = (past: readonly BatchEvent[]) => {
    const entity = batch(batchId('first'))
    return past.reduce((state, event) => entity.evolve(state, event as never), entity.initial)
  }

  test('is returned to its owner', () => {
    const state = fold(running)
    expect(requireOwnBatch(state, ada)).toBe(state)
  })

  test.each(ends)('has ended when it is %s, with nothing reserved any more', (status, past) => {
    const state = fold(past)
    expect(state).toMatchObject({ status, reserved: 0 })
    expect(isFinal(state as SubmittedBatch)).toBe(true)
  })

  test.each([
    ['pending', [submitted()], 3_000],
    ['processing', [submitted(), started()], 3_000],
    ['processing', running, 2_000],
  ] as const)('is open while it is %s', (status, past, reserved) => {
    const state = fold(past)
    expect(state).toMatchObject({ status, reserved })
    expect(isFinal(state as SubmittedBatch)).toBe(false)
  })

  test('begins with its submission only', () =>
    expect(fold([started(), first, completed(), failed(), cancelled()])).toEqual({ status: 'none' }))
})
