// Records outcomes that were read.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import type { KeyedMutex } from '../../../kernel/concurrency/keyedMutex.js'
import { ConcurrencyConflict } from '../../../kernel/ports/eventStore.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import { keyOf } from '../../verification/encoding.js'
import type { OutcomeAllowance } from '../allowance.js'
import * as decide from '../decide.js'
import { outcomeAccounts } from '../projections/outcomeAccounts.js'
import { addressId, type OutcomeAddressDocument, outcomeAddresses } from '../projections/outcomeAddresses.js'
import { outcomeQuality } from '../projections/outcomeQuality.js'
import type { Reporters } from '../reporters.js'
import { behind } from './behind.js'
import type { MatchOutcomes } from './matchOutcomes.js'
import type { ParsedOutcome } from './parseOutcomes.js'

/** Attempts after other processes have recorded outcomes of the account at the same time. */
const MAX_ATTEMPTS = 20

const MODELS = [outcomeAccounts.name, outcomeAddresses.name, outcomeQuality.name]

export interface RecordedCounts {
  /** New ones. */
  readonly recorded: number
  /** Those that were reported before. */
  readonly repeated: number
  /** Those reported only with a request that is not known: there is nothing to record them for. */
  readonly unknown: number
  /** New ones of which no verification was found. */
  readonly unmatched: number
}

/**
 * Records outcomes, at most as many as an event has rows; those of a sandbox key are not recorded, and all `unknown`. When it returns,
 * verifications and queries see them.
 * @throws RateLimited when the account's day is used up; Failure SERVICE_UNAVAILABLE
 */
export type RecordParsed = (caller: Caller, outcomes: readonly ParsedOutcome[], actor: Actor) => Promise<RecordedCounts>

interface RecordParsedDependencies {
  readonly eventing: Pick<Eventing, 'append' | 'read' | 'readStream' | 'waitForHead' | 'waitForPosition'>
  readonly allowance: OutcomeAllowance
  readonly match: MatchOutcomes
  readonly reporters: Reporters
  /** Serialises the commands of an account in this process. */
  readonly mutex: KeyedMutex
}

export const createRecordParsed =
  (dependencies: RecordParsedDependencies): RecordParsed =>
  async (caller, outcomes, actor) => {
    const { eventing, match, mutex } = dependencies
    const { account } = caller
    const received = outcomes.length
    if (caller.sandbox) return { recorded: 0, repeated: 0, unknown: received, unmatched: 0 }
    const reported = await match(account, outcomes)
    // Outside the mutex: requests of an account would wait one after the other.
    if (reported.length > 0 && !(await eventing.waitForHead([outcomeAddresses.name]))) throw behind()
    const decided = await mutex(account, () => record(dependencies, caller, { received, reported }, actor))
    const { recorded, repeated, unmatched } = decided
    return { recorded, repeated, unknown: received - reported.length, unmatched }
  }

/** Decides on what is known, and appends on condition that nothing was recorded since. */
async function record(
  { eventing, allowance, reporters }: RecordParsedDependencies,
  caller: Caller,
  { received, reported }: { readonly received: number; readonly reported: readonly decide.ReportedOutcome[] },
  actor: Actor,
): Promise<decide.DecidedOutcomes> {
  const { account, key } = caller
  const stream = streamName('outcomes', account)
  const subjects = [...new Set(reported.map(({ subject }) => subject))]
  for (let attempt = 1; ; attempt++) {
    // Before what is known is read: whoever records in between causes a conflict.
    const revision = await lastRevision()
    const known = await readKnown()
    // Refusals of ours in the first attempt come first: what is repeated after one is not counted twice.
    if (attempt === 1) await allowance.take(caller, received)
    const decided = decide.recordOutcomes({ account, key: keyOf(key) }, reported, known)
    if (decided.events.length === 0) return decided
    try {
      const { position } = await eventing.append(stream, decided.events, actor, revision ?? 'no_stream')
      await eventing.waitForPosition(position, MODELS)
      if (revision === undefined) reporters.changed(account)
      return decided
    } catch (error) {
      if (!(error instanceof ConcurrencyConflict)) throw error
      if (attempt === MAX_ATTEMPTS) throw behind()
    }
  }

  async function lastRevision(): Promise<bigint | undefined> {
    for await (const { revision } of eventing.readStream(stream, { backwards: true, limit: 1 })) return revision
    return undefined
  }

  async function readKnown(): Promise<ReadonlyMap<number | string, OutcomeAddressDocument | undefined>> {
    if (subjects.length === 0) return new Map()
    if (!(await eventing.waitForHead([outcomeAddresses.name]))) throw behind()
    const documents = await eventing.read(outcomeAddresses).getMany(subjects.map((each) => addressId(account, each)))
    return new Map(subjects.map((subject, index) => [subject, documents[index]]))
  }
}
