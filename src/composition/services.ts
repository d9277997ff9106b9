// Starts the part of the process that serves requests and does background work.
import { createIdempotency } from '../api/idempotency/idempotency.js'
import type { Config } from '../config.js'
import { createAudit } from '../features/audit/index.js'
import { requestLinkWithoutMail } from '../features/mails/index.js'
import { createWatchPoolActivity } from '../features/pool/index.js'
import { createHashAddress } from '../features/verification/index.js'
import type { Resources } from '../kernel/resources.js'
import { instrumentJobs } from '../observability/instrumentation/jobs.js'
import { instrumentLogCheck } from '../observability/instrumentation/logCheck.js'
import { instrumentReactors } from '../observability/instrumentation/projections.js'
import { watchReceivers } from '../observability/instrumentation/webhooks.js'
import type { Container } from './container.js'
import { startBackgroundWork } from './services/backgroundWork.js'
import {
  openBacktests,
  openBackups,
  openBatches,
  openMails,
  openOutcomes,
  openPool,
  openRules,
  openUpdateJob,
  openVerdicts,
  openVerification,
  openWebhooks,
} from './services/features.js'
import { openInfrastructure } from './services/infrastructure.js'
import { createPastServices } from './services/past.js'

/** After a stop was requested, synchronous batches answer within this time with the results that they have. */
const FINISH_EARLY_MS = 7_000

/** Creates the features that serve requests, and starts the background work: jobs and reactors. */
export async function startServices(config: Config, container: Container, closing: Resources) {
  const { clock, log, shared, store, documents, vault, blobs, deriveKey, accounts } = container
  const infrastructure = await openInfrastructure(config, container, closing)
  const { backend, limiter, failures, jobs, feed } = infrastructure
  const options = { config, container, infrastructure }
  const finishEarly = new AbortController()

  const { pool, past, poolAsOf, families: poolMetrics } = openPool(options, closing)
  const hashAddress = createHashAddress({ vault, clock })
  const { outcomes, families: outcomeMetrics } = openOutcomes(options, { hashAddress })
  const { knownBounces } = outcomes
  const rules = openRules(options)
  const verification = openVerification(options, {
    pool,
    knownBounces,
    hashAddress,
    rulesOf: rules.rulesOf,
    finishEarly: finishEarly.signal,
  })
  const batches = openBatches(options, { pool, rules, verification }, closing)
  const verdicts = openVerdicts(options, { hashAddress, batches, verification })
  const backtests = openBacktests(options, { rules, verdicts, outcomes })
  const { webhooks, families: webhookMetrics } = openWebhooks(options, { batches, verification })
  const mails = await openMails(options, { verification }, closing)
  const idempotency = createIdempotency({ documents, vault, clock, log, deriveKey, alone: !shared })
  const updateLists = openUpdateJob(options, closing)
  const backups = await openBackups(options, closing)
  const work = {
    config,
    container,
    jobs,
    updateLists,
    backUp: backups?.job,
    verification,
    pool,
    poolAsOf,
    batches,
    backtests,
    webhooks,
    mails,
    idempotency,
  }
  const reactors = await startBackgroundWork(work, closing)

  return {
    services: {
      accounts,
      pool,
      verification,
      outcomes,
      batches,
      verdicts,
      rules,
      backtests,
      webhooks,
      audit: createAudit(container),
      mails: mails ?? { requestLink: requestLinkWithoutMail },
    },
    watchPoolActivity: createWatchPoolActivity({ feed }),
    past: createPastServices({ container, past, poolAsOf, accounts, confirmsEmail: mails !== undefined, limiter }),
    limiter,
    failures,
    idempotency,
    stores: {
      event_store: () => store.ready().then(container.logIdentity.assertLog),
      documents: () => documents.ready(),
      vault: () => vault.ready(),
      jobs: () => backend.ready(),
      blobs: () => blobs.ready(),
    },
    lists: infrastructure.listsInUse,
    reactors: reactors.status,
    jobProblems: jobs.problems,
    backupProblems: backups?.watch.problems,
    mailboxSelfTest: infrastructure.mailboxes?.selfTest,
    metrics: [
      ...infrastructure.families,
      ...poolMetrics,
      ...(backups?.watch.families ?? []),
      ...outcomeMetrics,
      ...webhookMetrics,
      ...instrumentReactors(reactors.status),
      watchReceivers(webhooks.receiversTimingOut),
      ...instrumentLogCheck(container.lastCheck.load),
      ...instrumentJobs(jobs.counts, jobs.slots),
    ],
    /** Stops the background work, and makes pending synchronous batches finish early. They are still answered. */
    async stop(): Promise<void> {
      const timer = setTimeout(() => finishEarly.abort(), FINISH_EARLY_MS)
      closing.add(() => clearTimeout(timer))
      await Promise.all([reactors.stop(), jobs.stop()])
    },
  }
}
