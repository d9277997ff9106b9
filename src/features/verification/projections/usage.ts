// The read model of an account's usage.
import type { Projection } from '../../../eventing/projection.js'
import { iso } from '../../../kernel/clock.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { endOfMonth } from '../../../kernel/months.js'
import type { BatchEvent } from '../../batches/events.js'
import type { LimitEvent, VerdictStatus, VerificationEvent } from '../events.js'

export type UsageDocument = {
  readonly owner: string
  readonly month: string
  /** Number of charged addresses. */
  readonly charged: number
  /** `charged` without its digits after the second, so that the index changes rarely. Absent while it is 0, and from older documents. */
  readonly use?: number
  /** The highest percentage of the quota that the account was told of; absent if none. */
  readonly told?: number
  /** Number of addresses reserved for unfinished batches. */
  readonly reserved: number
  /** Number of results by status, charged or not. */
  readonly answered: { readonly [status in VerdictStatus]: number }
  /**
   * Number of charged addresses per UTC day, from the first of the month to the last day with any. A list in this
   * document, because a document per day would double the writes per verification. Absent from documents of version 1,
   * which are folded on until the rebuild has replaced them.
   */
  readonly chargedByDay?: readonly number[]
  /** The same for all results, charged or not. */
  readonly answeredByDay?: readonly number[]
}

type UsageEvent =
  | VerificationEvent
  | LimitEvent
  | Exclude<
      BatchEvent,
      { type: 'BatchStarted' | 'BatchRunFailed' | 'BatchDeleted' | 'BatchMailboxesAsked' | 'BatchMailboxesEnded' }
    >

const monthOfStream = (stream: string): string => stream.slice(-'yyyy-mm'.length)

export const usageId = (account: string, month: string): string => `${account}.${month}`

/**
 * An account's usage per month, with its days. Key: account.month; a batch counts towards the month in which it was
 * accepted. The days of a month add up to the month: what was recorded outside of it counts on its nearest day.
 */
export const usage: Projection<UsageEvent, UsageDocument> = {
  name: 'usage',
  version: 3,
  indexes: { byUse: ['month', 'use', '_id'], byTold: ['month', 'told', '_id'] },
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
      case 'UsageThresholdReached':
      case 'UsageLimitReached':
        return [usageId(event.data.account, event.data.period)]
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
      chargedByDay: [],
      answeredByDay: [],
    }
    switch (event.type) {
      case 'AddressVerified':
        return withResults(before, event, ONE[event.data.status])
      case 'AddressesVerified':
        return withResults(before, event, event.data)
      case 'BatchSubmitted':
        return { ...before, reserved: before.reserved + event.data.reserved }
      case 'BatchChunkVerified': {
        const { charged, released, results } = event.data
        const after = withResults(before, event, countsOf(results.status))
        return { ...after, reserved: before.reserved - charged - released }
      }
      case 'BatchCompleted':
      case 'BatchFailed':
      case 'BatchCancelled':
        return { ...before, reserved: before.reserved - event.data.released }
      case 'UsageThresholdReached':
        return { ...before, told: event.data.percent }
      case 'UsageLimitReached':
        return { ...before, told: 100 }
    }
  },
}

type Counts = UsageDocument['answered']
type Verified = Extract<Recorded<UsageEvent>, { type: 'AddressVerified' | 'AddressesVerified' | 'BatchChunkVerified' }>

/** Adds the results of an event and what it charged, to the month and to its day. */
function withResults(before: UsageDocument, { recordedAt, data }: Verified, counts: Counts): UsageDocument {
  const day = dayIndexOf(before.month, recordedAt)
  const results = counts.valid + counts.invalid + counts.unknown
  const charged = before.charged + data.charged
  // Member by member: a spread takes three times as long, and this runs for every verification.
  const after: { -readonly [member in keyof UsageDocument]: UsageDocument[member] } = {
    owner: before.owner,
    month: before.month,
    charged,
    reserved: before.reserved,
    answered: sum(before.answered, counts),
    chargedByDay: addedAt(before.chargedByDay, day, data.charged),
    answeredByDay: addedAt(before.answeredByDay, day, results),
  }
  if (charged > 0) after.use = twoDigits(charged)
  if (before.told !== undefined) after.told = before.told
  return after
}

/** A number without its digits after the second: 1,987 becomes 1,900. */
function twoDigits(number: number): number {
  let unit = 1
  while (number >= unit * 100) unit *= 10
  return number - (number % unit)
}

/**
 * Index, from 0, of the day of a month on which something was recorded. A request at the end of a month may be recorded
 * in the next one, and a batch processed there.
 */
function dayIndexOf(month: string, recordedAt: string): number {
  if (recordedAt < month) return 0
  const day = recordedAt.startsWith(month) ? recordedAt : iso(endOfMonth(month) - 1)
  return Number(day.slice(8, 10)) - 1
}

/** The list with a number added at an index. Missing numbers are 0; trailing zeros are left out. */
function addedAt(numbers: readonly number[] = [], index: number, added: number): readonly number[] {
  if (added === 0) return numbers
  if (index < numbers.length) return numbers.with(index, numbers[index]! + added)
  return [...numbers, ...new Array<number>(index - numbers.length).fill(0), added]
}

const NONE: Counts = { valid: 0, invalid: 0, unknown: 0 }
const ONE: { readonly [status in VerdictStatus]: Counts } = {
  valid: { valid: 1, invalid: 0, unknown: 0 },
  invalid: { valid: 0, invalid: 1, unknown: 0 },
  unknown: { valid: 0, invalid: 0, unknown: 1 },
}

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
