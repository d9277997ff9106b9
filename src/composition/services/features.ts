// Constructs the features, the job that updates the lists, and the backups, with their adapters and settings.
import { compactResults } from '../../api/batches/present.js'
import { presentAnswer } from '../../api/verification/present.js'
import type { Config } from '../../config.js'
import { createPast } from '../../eventing/asOf/past.js'
import { type Backtests, createBacktests } from '../../features/backtests/index.js'
import { type Batches, createBatches } from '../../features/batches/index.js'
import { createMails, type Mails } from '../../features/mails/index.js'
import { createOutcomes, type Outcomes } from '../../features/outcomes/index.js'
import { createPool, createPoolAsOf, type Pool } from '../../features/pool/index.js'
import { createRules, type Rules } from '../../features/rules/index.js'
import { createVerdicts, type Verdicts } from '../../features/verdicts/index.js'
import {
  canonicalAddress,
  createUpdateJob,
  createVerification,
  type HashAddress,
  type Verification,
  type VerificationDependencies,
} from '../../features/verification/index.js'
import { createWebhooks } from '../../features/webhooks/index.js'
import { createHmacSha256 } from '../../kernel/crypto/hmac.js'
import type { Family } from '../../kernel/metrics.js'
import type { JobHandler } from '../../kernel/ports/jobs.js'
import type { Resources } from '../../kernel/resources.js'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.js'
import { instrumentOutcomes } from '../../observability/instrumentation/outcomes.js'
import { instrumentPool } from '../../observability/instrumentation/pool.js'
import { instrumentWebhooks } from '../../observability/instrumentation/webhooks.js'
import { VERSION } from '../../version.js'
import { createBackupJob } from '../backup/job.js'
import { createBackupWatch } from '../backup/watch.js'
import type { Container } from '../container.js'
import { openListUpdates } from '../lists.js'
import type { Infrastructure } from './infrastructure.js'

/** Deadline of a synchronous batch. */
const BATCH_DEADLINE_MS = 30_000
/** Deadline of a synchronous call of an agent. */
const AGENT_DEADLINE_MS = MINUTE_MS

interface FeatureOptions {
  readonly config: Config
  readonly container: Container
  readonly infrastructure: Infrastructure
}

/** The signal pool, read models as of past times, and the pool's as-of queries. */
export function openPool({ config, container, infrastructure }: FeatureOptions, closing: Resources) {
  const { store, documents, clock, log, deriveKey, eventing, accounts } = container
  const { credits, naming } = infrastructure
  const { pool, families } = instrumentPool(
    createPool({
      eventing,
      ledger: credits,
      clock,
      deriveKey,
      accounts,
      contributorMinDays: config.POOL_CONTRIBUTOR_MIN_DAYS,
      ...naming,
    }),
  )
  const past = createPast({ store, documents, clock, log, erased: eventing.erased, soon: true })
  closing.add(() => past.close())
  return { pool, past, poolAsOf: createPoolAsOf({ past, deriveKey, ...naming }), families }
}

/** What became of addresses. */
export function openOutcomes(
  { container, infrastructure }: FeatureOptions,
  { hashAddress }: { readonly hashAddress: HashAddress },
): { readonly outcomes: Outcomes; readonly families: readonly Family[] } {
  const { eventing, clock } = container
  const { limiter, outbound } = infrastructure
  const hash = (account: string, email: string) => hashAddress(account, canonicalAddress(email))
  const { count, families } = instrumentOutcomes()
  const own = { limiter, hashAddress: hash, get: outbound.get, countSenderEvents: count }
  return { outcomes: createOutcomes({ eventing, clock, ...own }), families }
}

/** The accounts' own rules and lists. */
export function openRules({ container, infrastructure }: FeatureOptions): Rules {
  const { eventing, vault, clock, shared } = container
  return createRules({ eventing, vault, clock, shared, limiter: infrastructure.limiter })
}

/** @param finishEarly when aborted, synchronous batches answer with the results that they have */
export function openVerification(
  { config, container, infrastructure }: FeatureOptions,
  others: Pick<VerificationDependencies, 'pool' | 'knownBounces' | 'hashAddress' | 'rulesOf'> & {
    readonly finishEarly: AbortSignal
  },
): Verification {
  const { vault, clock, eventing } = container
  const { engine, quotas, limiter, mailboxes } = infrastructure
  return createVerification({
    eventing,
    vault,
    engine,
    ...others,
    ledger: quotas,
    limiter,
    mailboxes,
    clock,
    deadlineMs: config.VERIFY_DEADLINE_MS,
    batchDeadlineMs: BATCH_DEADLINE_MS,
    agentDeadlineMs: AGENT_DEADLINE_MS,
  })
}

/** The job that updates the lists. Without an interval, one that was scheduled before ends. */
export function openUpdateJob({ config, container, infrastructure }: FeatureOptions, closing: Resources): JobHandler {
  const { LISTS_UPDATE_HOURS: hours, LISTS_SOURCE: from } = config
  if (hours === undefined) return async () => undefined
  const { clock, log } = container
  const { listStore: store, resolver, countListUpdate: count } = infrastructure
  const updates = openListUpdates({ store, clock, log, resolver, from }, closing)
  return createUpdateJob({ store, updates, from, intervalMs: hours * HOUR_MS, clock, count })
}

export function openBatches(
  { config, container, infrastructure }: FeatureOptions,
  {
    pool,
    rules: { rulesOf },
    verification: { judge, askMailbox, requireMailboxChecks, quota },
  }: { readonly pool: Pool; readonly rules: Rules; readonly verification: Verification },
  closing: Resources,
): Batches {
  const { eventing, blobs, vault, clock, log, deriveKey, accounts } = container
  const { feed, jobs, limiter, outbound } = infrastructure
  const batches = createBatches({
    eventing,
    feed,
    blobs,
    vault,
    jobs,
    limiter,
    clock,
    log,
    deriveKey,
    accounts,
    pool,
    judge,
    askMailbox,
    requireMailboxChecks,
    quota,
    rulesOf,
    filesDays: config.FILES_DAYS,
    findUrlProblem: outbound.problemOf,
  })
  closing.add(() => batches.stop())
  return batches
}

interface VerdictsOptions {
  readonly hashAddress: HashAddress
  readonly batches: Batches
  readonly verification: Verification
}

/** Counts and decisions of the verdicts that were given. */
export function openVerdicts(
  { container, infrastructure }: FeatureOptions,
  { hashAddress, batches: { listJobs }, verification: { openAddresses } }: VerdictsOptions,
): Verdicts {
  const { eventing, clock } = container
  const { decideAgain } = infrastructure
  return createVerdicts({ eventing, clock, hashAddress, listJobs, decideAgain, openAddresses })
}

/** Mail to owners of accounts; undefined while SMTP_URL is not set. Its library is loaded only then. */
export async function openMails(
  { config, container, infrastructure }: FeatureOptions,
  { verification }: { readonly verification: Verification },
  closing: Resources,
): Promise<Mails | undefined> {
  const { SMTP_URL: server, SMTP_FROM: from } = config
  if (!server || !from) return undefined
  const { createMailer } = await import('../../adapters/mailer/mailer.js')
  const mailer = createMailer({ server, from })
  closing.add(() => mailer.close())
  const { accounts, documents, clock, log, deriveKey } = container
  const { jobs, limiter } = infrastructure
  const hmac = createHmacSha256(deriveKey('mailed addresses'))
  return createMails({
    accounts,
    verification,
    mailer,
    limiter,
    hmac,
    jobs,
    documents,
    clock,
    log,
    baseUrl: config.BASE_URL ?? `http://localhost:${config.PORT}`,
  })
}

/** How rules would have decided. */
export function openBacktests(
  { container, infrastructure }: FeatureOptions,
  features: { readonly rules: Rules; readonly verdicts: Verdicts; readonly outcomes: Outcomes },
): Backtests {
  const { eventing, vault, clock, log } = container
  const { feed, jobs, limiter } = infrastructure
  return createBacktests({ eventing, feed, vault, jobs, limiter, clock, log, ...features })
}

export function openWebhooks(
  { config, container, infrastructure }: FeatureOptions,
  { batches, verification }: { readonly batches: Batches; readonly verification: Verification },
) {
  const { eventing, documents, vault, clock, log, deriveKey } = container
  const { outbound, jobs } = infrastructure
  const baseUrl = config.BASE_URL ?? `http://localhost:${config.PORT}`
  const outcomes = instrumentWebhooks()
  const webhooks = createWebhooks({
    eventing,
    documents,
    vault,
    outbound,
    jobs,
    clock,
    log,
    deriveKey,
    random: Math.random,
    deliveriesDays: config.DELIVERIES_DAYS,
    version: VERSION,
    baseUrl,
    presentAnswer: (notice) => presentAnswer(notice, baseUrl),
    getEndedBatch: async (id, seen) => {
      const ended = await batches.getEndedBatch(id, seen)
      return ended && { ...ended, results: () => ended.rows && compactResults(ended.rows) }
    },
    downloadPathOf: batches.downloadPathOf,
    subscribersChanged: verification.subscribersChanged,
    count: outcomes.count,
  })
  return { webhooks, families: outcomes.families }
}

/** Watches the backups in BACKUP_DIR, and makes them if BACKUP_EVERY is set. Processes that only serve requests do neither. */
export async function openBackups({ config, container }: FeatureOptions, closing: Resources) {
  const { BACKUP_DIR: directory, BACKUP_EVERY: everyMs, ROLE } = config
  if (directory === undefined || ROLE === 'api') return undefined
  const { clock, log } = container
  const watch = createBackupWatch({ directory, everyMs, clock })
  closing.add(() => watch.stop())
  await watch.look()
  const job = everyMs === undefined ? undefined : createBackupJob({ directory, everyMs, watch, clock, log })
  return { watch, job }
}
