// The query for an account's audit log.
import type { Eventing } from '../../../eventing/eventing.js'
import { iso } from '../../../kernel/clock.js'
import { refuseCursor } from '../../../kernel/cursor.js'
import { rejectParameter } from '../../../kernel/failure.js'
import { MOMENT_WORDS, parseMoment, startOfMoment } from '../../../kernel/moment.js'
import type { Find } from '../../../kernel/ports/documentStore.js'
import { DAY_MS } from '../../../kernel/time.js'
import type { Caller } from '../../accounts/index.js'
import { type AuditDocument, type AuditKind, auditEntries } from '../projections/auditEntries.js'

/** See `AuditDocument`; `id` is that of the event. */
export type AuditEntryView = Omit<AuditDocument, 'owner' | 'event'> & { readonly id: string }

export interface AuditPage {
  /** Newest first. */
  readonly entries: readonly AuditEntryView[]
  /** Pagination cursor after each entry. */
  readonly cursors: readonly string[]
  /** Pagination cursor of the next page; null if this is the last. */
  readonly nextCursor: string | null
}

/** Which entries. */
export interface AuditFilter {
  /** ISO 8601 instants, or UTC dates; `to` is exclusive, and a date stands for its whole day. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly kind?: AuditKind | undefined
  /** Id of the API key that was used. */
  readonly key?: string | undefined
}

interface AuditInput extends AuditFilter {
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * The entries of the caller's account, newest first. Empty for a sandbox key.
 * @throws Failure VALIDATION_ERROR
 */
export type ListAuditEntries = (caller: Pick<Caller, 'account' | 'sandbox'>, input: AuditInput) => Promise<AuditPage>

export const createListAuditEntries =
  ({ eventing }: { readonly eventing: Eventing }): ListAuditEntries =>
  async ({ account: owner, sandbox }, { limit, cursor: after, ...filter }) => {
    const question = questionOf(owner, filter)
    if (sandbox) return { entries: [], cursors: [], nextCursor: null }
    await eventing.waitForHead([auditEntries.name])
    const page = { limit, reverse: true, cursors: true as const, ...(after !== undefined && { after }) }
    const find: Find = { ...question, ...page }
    const { items, next, cursors = [] } = await eventing.read(auditEntries).find(find).catch(refuseCursor)
    const entries = items.map(({ document: { owner: _, event: id, ...entry } }) => ({ id, ...entry }))
    return { entries, cursors, nextCursor: next ?? null }
  }

/** Later times have a sign in ISO 8601, and sort before all others. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** The query of the read model for the entries of an account. @throws Failure VALIDATION_ERROR */
export function questionOf(
  owner: string,
  { from, to, kind, key }: AuditFilter,
): Pick<Find, 'index' | 'equals' | 'range'> {
  const range = {
    ...(from !== undefined && { from: momentOf('from', from, 0) }),
    ...(to !== undefined && { to: momentOf('to', to, DAY_MS) }),
  }
  if (range.from !== undefined && range.to !== undefined && range.from >= range.to)
    rejectParameter('from', 'must be before `to`')
  return {
    index: `byOwner${kind === undefined ? '' : 'Kind'}${key === undefined ? '' : 'Key'}`,
    equals: { owner, ...(kind !== undefined && { kind }), ...(key !== undefined && { key }) },
    range,
  }
}

/** @param day what a date adds to its start, in milliseconds. @throws Failure VALIDATION_ERROR */
function momentOf(name: string, text: string, day: number): string {
  const moment = parseMoment(text)
  if (!moment) rejectParameter(name, MOMENT_WORDS)
  return iso(Math.min(LAST, startOfMoment(moment) + (moment.kind === 'date' ? day : 0)))
}
