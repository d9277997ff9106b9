// The command that records what became of addresses.
import type { Actor } from '../../../kernel/actor.js'
import type { Clock } from '../../../kernel/clock.js'
import type { Caller } from '../../accounts/index.js'
import { type OutcomeInput, parseOutcomes } from '../internal/parseOutcomes.js'
import type { RecordedCounts, RecordParsed } from '../internal/recordParsed.js'

/**
 * Records what became of addresses, at most 1,000 at once. Only their keyed hashes are kept. Idempotent: what was reported before
 * changes nothing. A sandbox key's outcomes are checked and not recorded.
 */
export type RecordOutcomes = (
  caller: Caller,
  input: { readonly outcomes: readonly OutcomeInput[] },
  actor: Actor,
) => Promise<RecordedCounts & { readonly received: number }>

interface RecordOutcomesDependencies {
  readonly clock: Clock
  readonly recordParsed: RecordParsed
}

export const createRecordOutcomes =
  ({ clock, recordParsed }: RecordOutcomesDependencies): RecordOutcomes =>
  async (caller, { outcomes }, actor) => ({
    received: outcomes.length,
    ...(await recordParsed(caller, parseOutcomes(outcomes, clock.now()), actor)),
  })
