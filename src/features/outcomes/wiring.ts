// Puts the outcomes feature together.
import type { Eventing } from '../../eventing/eventing.js'
import type { AnyProjection } from '../../eventing/projection.js'
import type { Clock } from '../../kernel/clock.js'
import { createKeyedMutex } from '../../kernel/concurrency/keyedMutex.js'
import { sharedWork } from '../../kernel/limits.js'
import type { Limiter } from '../../kernel/ports/limiter.js'
import type { Downloader } from '../../kernel/ports/outbound.js'
import { createOutcomeAllowance } from './allowance.js'
import { createRecordOutcomes } from './commands/recordOutcomes.js'
import { type CountSenderEvents, createRecordSenderEvents } from './commands/recordSenderEvents.js'
import { createFairScans } from './internal/fairScans.js'
import { createMatchOutcomes } from './internal/matchOutcomes.js'
import { createRecordParsed } from './internal/recordParsed.js'
import { createTrackedVerifications } from './internal/trackedVerifications.js'
import { createVerificationsInLog } from './internal/verificationsInLog.js'
import { createKnownBounces } from './knownBounces.js'
import { outcomeAccounts } from './projections/outcomeAccounts.js'
import { outcomeAddresses } from './projections/outcomeAddresses.js'
import { outcomeQuality } from './projections/outcomeQuality.js'
import { outcomeVerifications } from './projections/outcomeVerifications.js'
import { createGetLabels } from './queries/getLabels.js'
import { createGetOutcomeQuality } from './queries/getOutcomeQuality.js'
import { createReporters } from './reporters.js'

export const outcomeProjections: readonly AnyProjection[] = [
  outcomeAccounts,
  outcomeAddresses,
  outcomeVerifications,
  outcomeQuality,
]

export interface OutcomesDependencies {
  readonly eventing: Eventing
  readonly clock: Clock
  /** Counts outcomes per day. */
  readonly limiter: Limiter
  /** The keyed hash of an address as it was typed. */
  readonly hashAddress: (account: string, email: string) => number | Promise<number>
  /** Fetches URLs of senders. */
  readonly get: Downloader['get']
  readonly countSenderEvents: CountSenderEvents
}

/** Puts the feature's parts together; `index.ts` says what it offers. */
export function wireOutcomes(dependencies: OutcomesDependencies) {
  const { scannedEvents } = sharedWork.outcomeScans
  const shared = {
    ...dependencies,
    reporters: createReporters(dependencies),
    findTracked: createTrackedVerifications(dependencies),
    inLog: createVerificationsInLog({ ...dependencies, scannedEvents }),
    fairly: createFairScans(),
    allowance: createOutcomeAllowance(dependencies),
    mutex: createKeyedMutex(),
  }
  const recordParsed = createRecordParsed({ ...shared, match: createMatchOutcomes(shared) })
  return {
    recordOutcomes: createRecordOutcomes({ ...shared, recordParsed }),
    recordSenderEvents: createRecordSenderEvents({ ...shared, recordParsed, count: dependencies.countSenderEvents }),
    getOutcomeQuality: createGetOutcomeQuality(dependencies),
    getLabels: createGetLabels(dependencies),
    knownBounces: createKnownBounces(shared),
  }
}
