// Starts the background work of a process: reactors and, unless it only serves requests, jobs and sweeps.
import type { Idempotency } from '../../api/idempotency/idempotency.js'
import type { Config } from '../../config.js'
import { CHECK_LOG, createCheckJob } from '../../eventing/logCheck/job.js'
import { createReactors } from '../../eventing/reactors.js'
import { type Backtests, RUN_BACKTEST } from '../../features/backtests/index.js'
import { ASK_MAILBOXES, type Batches, MAX_CONCURRENT_BATCHES, RUN_BATCH } from '../../features/batches/index.js'
import { type Mails, SEND_MAIL } from '../../features/mails/index.js'
import type { Pool, PoolAsOf } from '../../features/pool/index.js'
import { UPDATE_LISTS, type Verification } from '../../features/verification/index.js'
import { DELIVER, type Webhooks } from '../../features/webhooks/index.js'
import { sharedWork } from '../../kernel/limits.js'
import type { JobHandler } from '../../kernel/ports/jobs.js'
import type { Resources } from '../../kernel/resources.js'
import { MINUTE_MS } from '../../kernel/time.js'
import { BACK_UP } from '../backup/job.js'
import type { Container } from '../container.js'
import { createErasureReactor, FORGET_ACCOUNT } from '../erasure.js'
import { createSweep, SWEEP } from '../sweep.js'
import type { Infrastructure } from './infrastructure.js'

/** The log is not checked while the service starts. */
const CHECK_DELAY_MS = 5 * MINUTE_MS

interface BackgroundWork {
  readonly config: Config
  readonly container: Container
  readonly jobs: Infrastructure['jobs']
  readonly updateLists: JobHandler
  /** Undefined unless this process makes backups. */
  readonly backUp: JobHandler | undefined
  readonly verification: Pick<Verification, 'sweepAddresses'>
  readonly pool: Pool
  readonly poolAsOf: Pick<PoolAsOf, 'prepareSnapshots'>
  readonly batches: Batches
  readonly backtests: Backtests
  readonly webhooks: Webhooks
  /** Undefined while SMTP_URL is not set. */
  readonly mails: Mails | undefined
  readonly idempotency: Idempotency
}

/** Starts the reactors and, unless the process only serves requests, the jobs. */
export async function startBackgroundWork(work: BackgroundWork, closing: Resources) {
  const { config, container, jobs, updateLists, backUp, pool, poolAsOf, verification } = work
  const { batches, backtests, webhooks, mails } = work
  const { store, records, clock, log, lead, erasing } = container
  const reactors = createReactors({
    store,
    documents: records,
    reactors: [webhooks.reactor, pool.reactor, createErasureReactor(jobs), ...(mails ? [mails.reactor] : [])],
    clock,
    log,
    lead,
  })
  const checkLog = createCheckJob({
    check: container.checkStores,
    lastCheck: container.lastCheck,
    days: config.LOG_CHECK_DAYS > 0 ? config.LOG_CHECK_DAYS : undefined,
    clock,
    log,
  })
  const sweep = createSweep(
    [
      batches.sweepBatches,
      backtests.sweepBacktests,
      webhooks.sweepDeliveries,
      work.idempotency.sweepIdempotency,
      verification.sweepAddresses,
      ...(mails ? [mails.sweepMails] : []),
      poolAsOf.prepareSnapshots,
    ],
    () => jobs.enqueue(SWEEP, 'all'),
  )
  closing.add(() => sweep.stop())
  closing.add(() => jobs.stop())
  closing.add(() => reactors.stop())
  await erasing.eraseAgain()
  if (config.ROLE !== 'api') {
    await jobs.start([
      { name: RUN_BATCH, concurrency: MAX_CONCURRENT_BATCHES, handler: batches.runBatch },
      { name: ASK_MAILBOXES, concurrency: sharedWork.batchMailboxes.batches, handler: batches.askMailboxes },
      { name: RUN_BACKTEST, concurrency: sharedWork.backtests.permits, handler: backtests.runBacktest },
      { name: DELIVER, concurrency: sharedWork.deliveries.endpoints, handler: webhooks.deliver },
      // Without a mail server, jobs of a time with one end.
      { name: SEND_MAIL, concurrency: 2, handler: mails?.sendMail ?? (async () => undefined) },
      { name: FORGET_ACCOUNT, concurrency: 1, handler: erasing.forgetAccount(jobs) },
      { name: SWEEP, concurrency: 1, handler: sweep.look },
      { name: UPDATE_LISTS, concurrency: 1, handler: updateLists },
      { name: CHECK_LOG, concurrency: 1, handler: checkLog, isLong: true },
      ...(backUp ? [{ name: BACK_UP, concurrency: 1, handler: backUp, isLong: true as const }] : []),
    ])
    await jobs.enqueue(SWEEP, 'all')
    await jobs.enqueue(CHECK_LOG, 'all', { at: clock.now() + CHECK_DELAY_MS })
    if (backUp) await jobs.enqueue(BACK_UP, 'all')
    if (config.LISTS_UPDATE_HOURS !== undefined) await jobs.enqueue(UPDATE_LISTS, 'all')
  }
  await reactors.start()
  return reactors
}
