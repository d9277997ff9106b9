// The queries for an account's decisions: a page of them, and their number.
import type { Eventing } from '../../../eventing/eventing.js'
import { readBack } from '../../../eventing/readBack.js'
import { revisionSince } from '../../../eventing/revisionSince.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { invalidCursor } from '../../../kernel/cursor.js'
import { rejectParameter } from '../../../kernel/failure.js'
import { sha256 } from '../../../kernel/ids.js'
import { sharedWork } from '../../../kernel/limits.js'
import { monthBefore, monthOf } from '../../../kernel/months.js'
import { streamName } from '../../../kernel/stream.js'
import { MINUTE_MS } from '../../../kernel/time.js'
import type { Caller } from '../../accounts/index.js'
import {
  canonicalAddress,
  type Decision,
  type HashAddress,
  type KeptAddresses,
  parseMailbox,
  REASONS,
} from '../../verification/index.js'
import {
  type DecideAgain,
  type DecisionFilter,
  type DecisionView,
  decisionAt,
  type FoundDecision,
  todayOf,
  type UsageEvent,
} from '../internal/decisions.js'
import type { FairQueries } from '../internal/fairQueries.js'
import { rangeOf } from '../internal/range.js'
import { rowCount, rowsIn } from '../internal/verifiedRows.js'

/** Rows looked at for one page; the next one goes on from there. */
const { scannedRows } = sharedWork.verdictQueries
/** A request of a month may be recorded this long after its end. */
const LATE_MS = 10 * MINUTE_MS

export interface DecisionsInput {
  /** ISO 8601 instants, or UTC dates; `to` is exclusive, and a date stands for its whole day. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly decision?: Decision | undefined
  readonly reason?: string | undefined
  /** Name of the rule that decided, as decisions have it. */
  readonly rule?: string | undefined
  readonly domain?: string | undefined
  readonly requestId?: string | undefined
  /** Only decisions about this address. */
  readonly email?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface DecisionPage {
  /** Newest first. */
  readonly decisions: readonly DecisionView[]
  /** Pagination cursor after each decision. */
  readonly cursors: readonly string[]
  /** Pagination cursor of the next page; null if this is the last. */
  readonly nextCursor: string | null
}

/**
 * The decisions of the caller's single verifications and synchronous batches, newest first, read from the log. A page may
 * be short, or empty, although there are more. Empty for a sandbox key.
 * @throws Failure VALIDATION_ERROR
 */
export type ListDecisions = (
  caller: Pick<Caller, 'account' | 'sandbox' | 'addressKeeping'>,
  input: DecisionsInput,
  signal?: AbortSignal,
) => Promise<DecisionPage>

export interface ListDecisionsDependencies {
  readonly eventing: Pick<Eventing, 'readStream'>
  readonly clock: Clock
  readonly fairly: FairQueries
  readonly hashAddress: HashAddress
  readonly decideAgain: DecideAgain
  readonly openAddresses: KeptAddresses['open']
}

/** The row after which a page starts, going back in time. */
interface Place {
  readonly month: string
  readonly revision: bigint
  readonly row: number
}

export const createListDecisions = (dependencies: ListDecisionsDependencies): ListDecisions => {
  const { decideAgain, openAddresses } = dependencies
  const openDecisions = createOpenDecisions(dependencies)
  return async (caller, input, signal) => {
    const { list, scan } = await openDecisions(caller, input, signal)
    const found: { readonly decision: FoundDecision; readonly event: UsageEvent; readonly row: number }[] = []
    const cursors: string[] = []
    const rest = await scan({
      after: input.cursor === undefined ? undefined : placeOf(list, input.cursor),
      isFull: () => found.length === input.limit,
      take(decision, place, event) {
        found.push({ decision, event, row: place.row })
        cursors.push(cursorOf(list, place))
      },
    })
    const opened = new Map<UsageEvent, ReturnType<typeof openAddresses>>()
    const decisions = await Promise.all(
      found.map(async ({ decision, event, row }): Promise<DecisionView> => {
        const { recordedAt, data } = event
        const opening = opened.get(event) ?? openAddresses(caller, { recordedAt, sealed: data.sealed })
        opened.set(event, opening)
        const local = (await opening)?.[row]
        const address = local && decision.domain !== null ? `${local}@${decision.domain}` : null
        return { ...decision, address, today: todayOf(decision, decideAgain) }
      }),
    )
    return { decisions, cursors, nextCursor: rest && cursorOf(list, rest) }
  }
}

/**
 * The number of decisions on all pages of `listDecisions`; null if more rows than one page looks at would have to be read.
 * @throws Failure VALIDATION_ERROR
 */
export type CountDecisions = (
  caller: Pick<Caller, 'account' | 'sandbox'>,
  filter: Omit<DecisionsInput, 'limit' | 'cursor'>,
  signal?: AbortSignal,
) => Promise<number | null>

export const createCountDecisions = (dependencies: OpenDecisionsDependencies): CountDecisions => {
  const openDecisions = createOpenDecisions(dependencies)
  return async (caller, filter, signal) => {
    const { scan } = await openDecisions(caller, filter, signal)
    let count = 0
    const rest = await scan({ isFull: () => false, take: () => count++ })
    return rest ? null : count
  }
}

type OpenDecisionsDependencies = Omit<ListDecisionsDependencies, 'decideAgain' | 'openAddresses'>

interface Scan {
  /** Only decisions before this place; default: from the end of the range. */
  readonly after?: Place | undefined
  /** Whether no further decision is wanted. */
  isFull(): boolean
  take(found: FoundDecision, place: Place, event: UsageEvent): void
}

/** @returns the name of the list, and a function that goes through it */
function createOpenDecisions({ eventing, clock, fairly, hashAddress }: OpenDecisionsDependencies) {
  return async (
    { account, sandbox }: Pick<Caller, 'account' | 'sandbox'>,
    input: Omit<DecisionsInput, 'limit' | 'cursor'>,
    signal: AbortSignal | undefined,
  ) => {
    const range = rangeOf(input, clock.now())
    const filter = await filterOf(input)
    return {
      list: listOf(account, sandbox, filter),
      scan: async (given: Scan): Promise<Place | null> => (sandbox ? null : fairly(account, signal, () => scan(given))),
    }

    /** @returns the place after which decisions were left out; null if there was none */
    async function scan({ after, isFull, take }: Scan): Promise<Place | null> {
      let scanned = 0
      for await (const { month, event } of eventsBack(after)) {
        const { revision } = event
        const rowAt = rowsIn(event)
        const isStart = after?.month === month && after.revision === revision
        const rows = rowCount(event)
        for (let row = (isStart ? Math.min(after.row, rows) : rows) - 1; row >= 0; row--) {
          if (isFull() || scanned >= scannedRows) return { month, revision, row: row + 1 }
          scanned++
          const found = decisionAt(event, rowAt, row, filter)
          if (found) take(found, { month, revision, row }, event)
        }
      }
      return null
    }

    /** The events of the range from a place, newest first. */
    async function* eventsBack(
      place: Place | undefined,
    ): AsyncGenerator<{ readonly month: string; readonly event: UsageEvent }, void> {
      const earliest = monthOf(range.from - LATE_MS)
      const latest = monthOf(range.to - 1)
      if (place && place.month > latest) throw invalidCursor()
      for (let month = place?.month ?? latest; month >= earliest; month = monthBefore(month)) {
        for await (const event of monthBack(month, place)) {
          const at = Date.parse(event.recordedAt)
          if (at >= range.to || (event.type !== 'AddressVerified' && event.type !== 'AddressesVerified')) continue
          // Those of the month before may have been recorded late.
          if (at < range.from) break
          yield { month, event }
        }
      }
    }

    /** The events of a month from a place, newest first. */
    async function* monthBack(month: string, place: Place | undefined): AsyncGenerator<UsageEvent, void> {
      const stream = streamName('usage', `${account}.${month}`)
      const from = place?.month === month ? place.revision : await startIn(stream)
      for await (const event of readBack(eventing, stream, { from, account, signal })) yield event as UsageEvent
    }

    /** The revision to read a stream back from; undefined = its end. */
    async function startIn(stream: string): Promise<bigint | undefined> {
      if (iso(range.to) >= iso(clock.now())) return undefined
      return revisionSince(eventing, stream, range.to)
    }

    async function filterOf(wanted: Omit<DecisionsInput, 'limit' | 'cursor'>): Promise<DecisionFilter> {
      const { decision, reason, rule, domain, requestId, email } = wanted
      if (reason !== undefined && !Object.hasOwn(REASONS, reason))
        rejectParameter('reason', 'must be a reason of GET /docs/reasons')
      const address = email === undefined ? undefined : await hashAddress(account, canonicalAddress(email))
      return { decision, reason, rule, domain: domain === undefined ? undefined : domainOf(domain), requestId, address }
    }
  }
}

/** The domain as A-labels. @throws Failure VALIDATION_ERROR */
function domainOf(text: string): string {
  const parsed = parseMailbox(`a@${text}`)
  return parsed.ok && parsed.mailbox.domain.kind === 'name'
    ? parsed.mailbox.domain.ascii
    : rejectParameter('domain', 'must be a domain such as example.com')
}

const CHECK_LENGTH = 12

/** Identifies the list that a cursor belongs to: the filter of one account's keys, live or sandbox. */
const listOf = (account: string, sandbox: boolean, filter: DecisionFilter): string =>
  sha256(JSON.stringify([account, sandbox, filter])).slice(0, CHECK_LENGTH)

const cursorOf = (list: string, { month, revision, row }: Place): string =>
  Buffer.from(`${list}.${month}.${revision}.${row}`).toString('base64url')

/** @throws Failure VALIDATION_ERROR */
function placeOf(list: string, cursor: string): Place {
  const parts = /^([0-9a-f]{12})\.(\d{4}-(?:0[1-9]|1[0-2]))\.(\d{1,18})\.(\d{1,6})$/.exec(
    Buffer.from(cursor, 'base64url').toString(),
  )
  if (!parts || parts[1] !== list) throw invalidCursor()
  return { month: parts[2]!, revision: BigInt(parts[3]!), row: Number(parts[4]) }
}
