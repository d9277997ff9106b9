import type { Entity } from '../../eventing/entity.js'
import type { Recorded } from '../../kernel/envelope.js'
import { streamName } from '../../kernel/stream.js'
import type { BatchEvent, BatchSubmitted, BatchTotals } from './events.js'

/** The state on which decisions about a batch are based. */
export type BatchState =
  | { readonly status: 'none' }
  | {
      readonly status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled' | 'deleted'
      readonly submitted: BatchSubmitted['data']
      readonly totals: BatchTotals
      /** Distinct addresses reserved from the monthly quota and neither charged nor released yet. */
      readonly reserved: number
      /** Failed runs since the last row was processed. */
      readonly failures: number
    }

export type SubmittedBatch = Exclude<BatchState, { status: 'none' }>

const NOTHING_DONE: BatchTotals = { processed: 0, valid: 0, unknown: 0, charged: 0 }

export function evolve(state: BatchState, { type, data }: Recorded<BatchEvent>): BatchState {
  if (type === 'BatchSubmitted')
    return { status: 'pending', submitted: data, totals: NOTHING_DONE, reserved: data.reserved, failures: 0 }
  if (state.status === 'none') return state
  switch (type) {
    case 'BatchStarted':
      return { ...state, status: 'processing' }
    case 'BatchRunFailed':
      return { ...state, failures: data.failures }
    case 'BatchChunkVerified':
      return { ...state, totals: data.totals, reserved: state.reserved - data.charged - data.released, failures: 0 }
    case 'BatchCompleted':
      return { ...state, status: 'completed', reserved: 0 }
    case 'BatchFailed':
      return { ...state, status: 'failed', reserved: 0 }
    case 'BatchCancelled':
      return { ...state, status: 'cancelled', reserved: 0 }
    case 'BatchDeleted':
      return { ...state, status: 'deleted' }
  }
}

export const batch = (id: string): Entity<BatchState, BatchEvent> => ({
  stream: streamName('batch', id),
  initial: { status: 'none' },
  evolve,
})

export const isFinal = ({ status }: SubmittedBatch): boolean => status !== 'pending' && status !== 'processing'
