// Finds verifications in the log: by the id of their request, or by the hash of their address.
import type { Eventing } from '../../../eventing/eventing.js'
import { readBack } from '../../../eventing/readBack.js'
import { revisionSince } from '../../../eventing/revisionSince.js'
import { yieldToEventLoop } from '../../../kernel/concurrency/yielding.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { timeOfId } from '../../../kernel/ids.js'
import { monthBefore, monthOf } from '../../../kernel/months.js'
import { streamName } from '../../../kernel/stream.js'
import { MINUTE_MS } from '../../../kernel/time.js'
import { codeAt, decidedCode, rulingAt } from '../../verification/encoding.js'
import type { VerificationEvent } from '../../verification/events.js'
import type { Verification } from '../decide.js'
import { ruledBy, verificationIn } from '../projections/outcomeAddresses.js'
import { createSearch, LATE_MS, type OutcomeTimes } from './search.js'

/** A verification that a request made. */
export interface RequestedVerification extends Verification {
  /** Keyed hash of the address; null for a row of a synchronous batch, and if it was not recorded. */
  readonly address: number | null
  /** Index in a synchronous batch; null for a single verification. */
  readonly row: number | null
}

/** A request is recorded within this time: it takes as long as a synchronous batch may. */
const RECORDED_MS = 2 * MINUTE_MS
/** Clocks of processes differ. */
const PROCESS_SKEW_MS = 1_000
/** Maximum number of events looked at to find a request. */
const REQUEST_EVENTS = 20_000
const PAGE_EVENTS = 200

interface VerificationsInLogDependencies {
  readonly eventing: Pick<Eventing, 'readStream'>
  /** Maximum number of events looked at in one search by address. */
  readonly scannedEvents: number
}

export type VerificationsInLog = ReturnType<typeof createVerificationsInLog>

export function createVerificationsInLog({ eventing, scannedEvents }: VerificationsInLogDependencies) {
  const usageStream = (account: string, month: string) => streamName('usage', `${account}.${month}`)

  /** Events of a month that were recorded before a time, newest first. */
  async function* eventsBack(account: string, month: string, before: number): AsyncGenerator<Event, void> {
    const stream = usageStream(account, month)
    const end = await revisionSince(eventing, stream, before)
    if (end === 0n) return
    const from = end === undefined ? undefined : end - 1n
    for await (const event of readBack(eventing, stream, { from, account })) yield event as Event
  }

  return {
    /**
     * The verifications of a request, which are recorded soon after the time in its id. Several only of a synchronous batch, or a
     * document of GraphQL.
     */
    async ofRequest(account: string, request: string): Promise<readonly RequestedVerification[]> {
      const time = timeOfId(request)
      if (time === undefined) return []
      const stream = usageStream(account, monthOf(time))
      const first = await revisionSince(eventing, stream, time - PROCESS_SKEW_MS)
      for (let from = first, looked = 0; from !== undefined && looked < REQUEST_EVENTS; looked += PAGE_EVENTS) {
        const events: Event[] = []
        for await (const event of eventing.readStream(stream, { from, limit: PAGE_EVENTS })) events.push(event as Event)
        const found = events.filter(({ meta }) => meta.correlationId === request)
        const last = events.at(-1)
        if (found.length > 0 || !last || events.length < PAGE_EVENTS) return found.flatMap(verificationsIn)
        if (Date.parse(last.recordedAt) > time + RECORDED_MS) break
        from = last.revision + 1n
        await yieldToEventLoop(account)
      }
      return []
    },

    /**
     * Single verifications by address: for each outcome, the newest that it may be about, if that is among the events looked at.
     * @param until only what was recorded before, milliseconds since the epoch
     */
    async ofAddresses(
      account: string,
      outcomes: OutcomeTimes,
      until: number,
    ): Promise<ReadonlyMap<number, readonly Verification[]>> {
      const search = createSearch(outcomes)
      const { from, found } = search
      const to = Math.min(until, search.to)
      let looked = 0
      for (let month = monthOf(to); from < to && month >= monthOf(from - LATE_MS); month = monthBefore(month)) {
        for await (const event of eventsBack(account, month, to)) {
          if (search.isDone() || looked++ === scannedEvents) return found
          if (Date.parse(event.recordedAt) < from) break
          if (event.type === 'AddressVerified' && event.data.address !== null)
            search.note(event.data.address, verificationIn(event))
        }
      }
      return found
    },
  }
}

type Event = Recorded<VerificationEvent>

function verificationsIn(event: Event): RequestedVerification[] {
  if (event.type === 'AddressVerified') return [{ ...verificationIn(event), address: event.data.address, row: null }]
  const { recordedAt, data } = event
  const at = Date.parse(recordedAt)
  const rows = data.status.length
  return Array.from(data.status, (_, row) => ({
    at,
    code: codeAt(data, row, rows) ?? '',
    ...ruledBy(decidedCode(rulingAt(data.rulings, row, rows))),
    address: null,
    row,
  }))
}
