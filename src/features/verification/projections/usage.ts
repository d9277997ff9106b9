import type { Projection } from '../../../eventing/projection.js'
import type { BatchEvent } from '../../batches/events.js'
import type { VerdictStatus, VerificationEvent } from '../events.js'

export type UsageDocument = {
  readonly owner: string
  readonly month: string
  /** Number of charged addresses. */
  readonly charged: number
  /** Number of addresses reserved for unfinished batches. */
  readonly reserved: number
  /** Number of results by status, charged or not. */
  readonly answered: { readonly [status in VerdictStatus]: number }
}

type UsageEvent = VerificationEvent | Exclude<BatchEvent, { type: 'BatchStarted' | 'BatchRunFailed' }>

const monthOfStream = (stream: string): string => stream.slice(-'yyyy-mm'.length)

export const usageId = (account: string, month: string): string => `${account}.${month}`

/** An account's usage per month. Key: account.month; a batch counts towards the month in which it was accepted. */
export const usage: Projection<UsageEvent, UsageDocument> = {
  name: 'usage',
  version: 1,
  keys: (event) => {
    switch (event.type) {
      case 'AddressVerified':
      case 'AddressesVerified':
        return [usageId(event.data.account, monthOfStream(event.stream))]
      case 'BatchSubmitted':
      case 'BatchChunkVerified':
      case 'BatchCompleted':
      case 'BatchFailed':
      case 'BatchCancelled':
        // A sandbox key's batch reserves nothing and touches no statistics.
        return event.data.sandbox ? [] : [usageId(event.data.account, event.data.month)]
      default:
        return []
    }
  },
  apply: (document, event, id) => {
    const before = document ?? {
      owner: event.data.account,
      month: monthOfStream(id),
      charged: 0,
      reserved: 0,
      answered: NONE,
    }
    switch (event.type) {
      case 'AddressVerified':
        return {
          ...before,
          charged: before.charged + event.data.charged,
          answered: sum(before.answered, { ...NONE, [event.data.status]: 1 }),
        }
      case 'AddressesVerified':
        return {
          ...before,
          charged: before.charged + event.data.charged,
          answered: sum(before.answered, event.data),
        }
      case 'BatchSubmitted':
        return { ...before, reserved: before.reserved + event.data.reserved }
      case 'BatchChunkVerified': {
        const { charged, released, results } = event.data
        return {
          ...before,
          charged: before.charged + charged,
          reserved: before.reserved - charged - released,
          answered: sum(before.answered, countsOf(results.status)),
        }
      }
      case 'BatchCompleted':
      case 'BatchFailed':
      case 'BatchCancelled':
        return { ...before, reserved: before.reserved - event.data.released }
    }
  },
}

type Counts = UsageDocument['answered']

const NONE: Counts = { valid: 0, invalid: 0, unknown: 0 }

const sum = (a: Counts, b: Counts): Counts => ({
  valid: a.valid + b.valid,
  invalid: a.invalid + b.invalid,
  unknown: a.unknown + b.unknown,
})

function countsOf(status: string): Counts {
  let valid = 0
  let invalid = 0
  for (const letter of status) {
    if (letter === 'v') valid++
    else if (letter === 'i') invalid++
  }
  return { valid, invalid, unknown: status.length - valid - invalid }
}
