// The read model of what became of an account's addresses.
import type { Projection } from '../../../eventing/projection.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { codeAt, codeOf, decidedCode } from '../../verification/encoding.js'
import type { AddressVerified } from '../../verification/events.js'
import { kindOf, LABELS, type Label, labelOf } from '../encoding.js'
import type { OutcomeKind, OutcomesRecorded } from '../events.js'
import { LANE } from './lane.js'

/** A verification of an address, and what its outcomes say about it. */
export type KnownVerification = {
  /** When it was recorded, milliseconds since the epoch. */
  readonly at: number
  /** What was decided (`judgementCode`); empty if it was not recorded. */
  readonly code: string
  /** The account's rule that decided (`decidedCode`); absent if none did. */
  readonly rule?: string
  /** Absent if no outcome says anything yet. */
  readonly label?: Label
  /** The time of the outcome that decides the label. */
  readonly labelAt?: number
}

export type OutcomeAddressDocument = {
  readonly owner: string
  /** The newest ones that an outcome was about, oldest first. */
  readonly verifications: readonly KnownVerification[]
  /** The latest time of each kind of outcome, milliseconds since the epoch. */
  readonly latest: { readonly [kind in OutcomeKind]?: number }
}

/** Verifications kept per address. Outcomes are nearly always about the newest one. */
export const MAX_VERIFICATIONS = 4

/** @param subject see {@link OutcomesRecorded} */
export const addressId = (account: string, subject: number | string): string => `${account}.${subject}`

/**
 * What an account reported about its addresses, and the verifications that outcomes were about. Key: account, then keyed hash of the
 * address.
 */
export const outcomeAddresses: Projection<OutcomesRecorded, OutcomeAddressDocument> = {
  name: 'outcome_addresses',
  version: 2,
  lane: LANE,
  keys: ({ type, data }) => (type === 'OutcomesRecorded' ? [...rowsBySubject(data).keys()] : []),
  apply: (document, event, id) =>
    withOutcomes(document ?? { owner: event.data.account, verifications: [], latest: {} }, event, id),
}

/** What is kept of a verification. */
export const verificationIn = ({ recordedAt, data }: Recorded<AddressVerified>): KnownVerification => ({
  at: Date.parse(recordedAt),
  code: codeOf(data),
  ...ruledBy(decidedCode(data.ruling)),
})

export const ruledBy = (rule: string): Pick<KnownVerification, 'rule'> => (rule === '' ? {} : { rule })

function withOutcomes(
  before: OutcomeAddressDocument,
  { data }: Recorded<OutcomesRecorded>,
  id: string,
): OutcomeAddressDocument {
  let after = before
  for (const row of rowsBySubject(data).get(id) ?? []) after = withOutcome(after, outcomeAt(data, row))
  return after
}

/** The rows of the last event by the document they belong to: an event of a thousand rows is folded into as many documents. */
let last: { readonly data: unknown; readonly rows: ReadonlyMap<string, readonly number[]> } | undefined

function rowsBySubject(data: OutcomesRecorded['data']): ReadonlyMap<string, readonly number[]> {
  if (last?.data === data) return last.rows
  const rows = new Map<string, number[]>()
  for (const [row, subject] of data.subjects.entries()) {
    const id = addressId(data.account, subject)
    const known = rows.get(id)
    if (known) known.push(row)
    else rows.set(id, [row])
  }
  last = { data, rows }
  return rows
}

/** An outcome, with the verification that it is about. */
export interface RecordedOutcome {
  readonly kind: OutcomeKind
  readonly at: number
  /** Undefined if none was found. */
  readonly verification: Pick<KnownVerification, 'at' | 'code' | 'rule'> | undefined
  /** What the verification counts as before and after it. */
  readonly before: Label | undefined
  readonly after: Label | undefined
}

export function outcomeAt(data: OutcomesRecorded['data'], row: number): RecordedOutcome {
  const verified = data.verified[row]!
  const rows = data.kinds.length
  return {
    kind: kindOf(data.kinds[row]!),
    at: data.at[row]!,
    verification:
      verified === null
        ? undefined
        : { at: verified, code: codeAt(data, row, rows)!, ...ruledBy(codeAt(data.rulings ?? {}, row, rows) ?? '') },
    before: labelOf(data.before[row]!),
    after: labelOf(data.after[row]!),
  }
}

/** What is known about an address after an outcome. */
export function withOutcome(
  known: OutcomeAddressDocument,
  { kind, at, verification }: Pick<RecordedOutcome, 'kind' | 'at' | 'verification'>,
): OutcomeAddressDocument {
  const latest = { ...known.latest, [kind]: Math.max(at, known.latest[kind] ?? at) }
  if (!verification) return { ...known, latest }
  const others = known.verifications.filter((each) => each.at !== verification.at)
  const found = known.verifications.find((each) => each.at === verification.at) ?? verification
  return { ...known, latest, verifications: newest([...others, labelled(found, kind, at)]) }
}

/**
 * A verification after an outcome: the latest one that says anything decides, and of two at the same time the bad one, because a bounce
 * or a complaint answers what had been delivered.
 */
function labelled(verification: KnownVerification, kind: OutcomeKind, at: number): KnownVerification {
  const said = LABELS[kind]
  const { label, labelAt = Number.NEGATIVE_INFINITY } = verification
  if (said === undefined || at < labelAt || (at === labelAt && label === 'bad')) return verification
  return { ...verification, label: said, labelAt: at }
}

const newest = (verifications: readonly KnownVerification[]): readonly KnownVerification[] =>
  verifications.toSorted((a, b) => a.at - b.at).slice(-MAX_VERIFICATIONS)
