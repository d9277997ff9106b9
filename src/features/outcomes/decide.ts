// Decides which reported outcomes are new, and what they change. Pure.
import { DAY_MS, MINUTE_MS } from '../../kernel/time.js'
import { encodeCodes } from '../verification/encoding.js'
import { KIND_LETTERS, LABELS, type Label, labelLetter } from './encoding.js'
import type { OutcomeKind, OutcomesRecorded } from './events.js'
import {
  type KnownVerification,
  MAX_VERIFICATIONS,
  type OutcomeAddressDocument,
  type RecordedOutcome,
  withOutcome,
} from './projections/outcomeAddresses.js'

/** An outcome is about the newest verification of its address in this many days before it. */
export const MATCH_DAYS = 90
/** How much earlier than its verification an outcome may claim to be: clocks of senders differ. */
export const CLOCK_SKEW_MS = 5 * MINUTE_MS
/** An outcome without a time is taken for a repetition of the same one for this long. */
const REPEAT_MS = DAY_MS

/** An outcome as it was reported. */
export interface ReportedOutcome {
  readonly kind: OutcomeKind
  /** Milliseconds since the epoch; now, unless it was reported with a time. */
  readonly at: number
  readonly dated: boolean
  /** See {@link OutcomesRecorded}. */
  readonly subject: number | string
  /** The verification that it is about, if it was reported with the request. */
  readonly verification?: Verification | undefined
  /** Verifications of the address that were found in the log. */
  readonly found: readonly Verification[]
}

/** When a verification was recorded, what was decided (`judgementCode`), and the rule that did. */
export type Verification = Pick<KnownVerification, 'at' | 'code' | 'rule'>

export type Known = Pick<OutcomeAddressDocument, 'verifications' | 'latest'>

export interface DecidedOutcomes {
  /** One event, or none if nothing is new. */
  readonly events: readonly OutcomesRecorded[]
  readonly recorded: number
  /** Outcomes that were reported before, or are older than one of the same kind that was. */
  readonly repeated: number
  /** New outcomes of which no verification is known. */
  readonly unmatched: number
}

/**
 * @param reported at most as many as an event has rows
 * @param known what is known about each subject; undefined if nothing is
 */
export function recordOutcomes(
  by: Pick<OutcomesRecorded['data'], 'account' | 'key'>,
  reported: readonly ReportedOutcome[],
  known: ReadonlyMap<number | string, Known | undefined>,
): DecidedOutcomes {
  const states = new Map<number | string, OutcomeAddressDocument>()
  const rows: (RecordedOutcome & { readonly subject: number | string })[] = []
  for (const outcome of reported) {
    const { subject, kind, at } = outcome
    const state = states.get(subject) ?? { owner: by.account, ...(known.get(subject) ?? NOTHING) }
    const verification = verificationOf(state.verifications, outcome)
    const before = labelIn(state, verification)
    if (isRepeated(state, outcome, verification)) continue
    const after = withOutcome(state, { kind, at, verification })
    states.set(subject, after)
    rows.push({ subject, kind, at, verification, before, after: labelIn(after, verification) })
  }
  return {
    events: rows.length === 0 ? [] : [eventOf(by, rows)],
    recorded: rows.length,
    repeated: reported.length - rows.length,
    unmatched: rows.filter(({ verification }) => !verification).length,
  }
}

const NOTHING: Known = { verifications: [], latest: {} }

/**
 * Without a time, the same kind is new a day later, and for a verification made since. For an earlier one, of several, it is new if that
 * has another label; a soft bounce is not, because none has its label.
 */
function isRepeated(
  { latest, verifications }: Known,
  { kind, at, dated }: ReportedOutcome,
  verification: Verification | undefined,
): boolean {
  const last = latest[kind]
  if (last === undefined) return false
  if (dated) return at <= last
  if (at - last >= REPEAT_MS) return false
  if (!verification) return true
  if (verification.at > last) return false
  const said = LABELS[kind]
  const isOnlyOne = verifications.length > 0 && verifications.every((each) => each.at === verification.at)
  // What was said of it since does not matter if nothing else can have been meant.
  return said === undefined || isOnlyOne || labelIn({ verifications }, verification) === said
}

/** Whether an outcome at a time may be about a verification. */
export const mayConcern = (verified: number, at: number): boolean =>
  verified <= at + CLOCK_SKEW_MS && verified > at - MATCH_DAYS * DAY_MS

/**
 * The verification that an outcome is about: the one that was reported with it, otherwise the newest before it. One that is older than
 * all that are kept has been forgotten.
 */
function verificationOf(
  kept: readonly KnownVerification[],
  { verification, found, at }: ReportedOutcome,
): Verification | undefined {
  const oldest = kept.length < MAX_VERIFICATIONS ? Number.NEGATIVE_INFINITY : kept[0]!.at
  const candidates: readonly Verification[] = verification
    ? [verification]
    : [...kept, ...found].filter((each) => mayConcern(each.at, at))
  return candidates
    .filter((each) => each.at >= oldest)
    .reduce<Verification | undefined>((newest, each) => (newest && newest.at >= each.at ? newest : each), undefined)
}

const labelIn = (
  { verifications }: Pick<Known, 'verifications'>,
  verification: Verification | undefined,
): Label | undefined => verifications.find(({ at }) => at === verification?.at)?.label

function eventOf(
  by: Pick<OutcomesRecorded['data'], 'account' | 'key'>,
  rows: readonly (RecordedOutcome & { readonly subject: number | string })[],
): OutcomesRecorded {
  const rules = rows.map(({ verification }) => verification?.rule ?? '')
  return {
    type: 'OutcomesRecorded',
    data: {
      account: by.account,
      key: by.key,
      kinds: rows.map(({ kind }) => KIND_LETTERS[kind]).join(''),
      at: rows.map(({ at }) => at),
      subjects: rows.map(({ subject }) => subject),
      verified: rows.map(({ verification }) => verification?.at ?? null),
      ...encodeCodes(rows.map(({ verification }) => verification?.code ?? '')),
      ...(rules.some((rule) => rule !== '') && { rulings: encodeCodes(rules) }),
      before: rows.map(({ before }) => labelLetter(before)).join(''),
      after: rows.map(({ after }) => labelLetter(after)).join(''),
    },
  }
}
