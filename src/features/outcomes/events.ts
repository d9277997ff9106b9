// The events of outcomes.
import type { DomainEvent } from '../../kernel/envelope.js'
import type { JudgementColumns } from '../verification/events.js'

/** What became of an address after it was verified, as its account reports it. */
export type OutcomeKind = 'confirmed' | 'delivered' | 'engaged' | 'complained' | 'bounced_hard' | 'bounced_soft'

/**
 * Outcomes that were new, in columns with one entry per row, at most 1,000. Stream `outcomes-<account>`. Contains no address. A row
 * says which verification it is about, as far as that is known, and what that verification counted as before and after: read models
 * need nothing else.
 */
export type OutcomesRecorded = DomainEvent<
  'OutcomesRecorded',
  {
    readonly account: string
    /** The API key (`keyOf`). */
    readonly key: number
    /** A letter per row (`KIND_LETTERS`). */
    readonly kinds: string
    /** When it happened, milliseconds since the epoch. */
    readonly at: readonly number[]
    /**
     * Keyed hash of the canonical address (`HashAddress`); `<request>.<row>` for a row of a synchronous batch, whose event has no
     * hashes.
     */
    readonly subjects: readonly (number | string)[]
    /** When the verification was recorded, milliseconds since the epoch; null if none was found. */
    readonly verified: readonly (number | null)[]
    /** Distinct judgements of the verifications (`judgementCode`); empty if there is none, or it was not recorded. */
    readonly codes: readonly string[]
    /** Per row, its index in `codes`, as in events of verifications. */
    readonly code: string
    /**
     * The account's rules that decided (`decidedCode`), in such columns too; empty for none. Absent if no row has one.
     */
    readonly rulings?: Required<JudgementColumns>
    /** A letter per row: what the verification counted as before, and counts as now (`labelOf`). */
    readonly before: string
    readonly after: string
  }
>
