// Starts the service, in one process or as API and worker, and stops it.
import { setTimeout as sleep } from 'node:timers/promises'
import { loadContract } from '../api/contract/contract.js'
import { createDiagnose } from '../api/system/diagnose.js'
import { createHealth, HEALTH_OPERATIONS } from '../api/system/health.js'
import type { Config } from '../config.js'
import { mountGraphql } from '../graphql/mount.js'
import { listen } from '../http/server/server.js'
import { createIngress } from '../httpMessages/ingress/ingress.js'
import { createRequestMetrics } from '../httpMessages/requestMetrics.js'
import { isUnavailable } from '../kernel/ports/documentStore.js'
import { DifferentLog } from '../kernel/ports/eventStore.js'
import { type Resources, withResources } from '../kernel/resources.js'
import { mountMcp } from '../mcp/mount.js'
import { openMetrics } from '../observability/openMetrics.js'
import { mountPages } from '../pages/mount.js'
import { VERSION } from '../version.js'
import { connectionLimit } from './connectionLimit.js'
import { type Container, type ContainerOptions, createContainer } from './container.js'
import { startServices } from './services.js'
import { createWaitingRoom, type WaitingRoom } from './waitingRoom.js'

export { type Container, type ContainerOptions, createContainer } from './container.js'
export type { MigrationResult } from './migration/migrate.js'
export type { MigrationStep } from './migration/progress.js'

export interface Service {
  readonly url: string
  /** Port of the metrics server, if there is one. */
  readonly metricsPort: number | undefined
  readonly container: Container
  /** Aborted, with an Error as the reason, when only a restart of the process can help. */
  readonly hung: AbortSignal
  /** Aborted when the log is known to be another one than at start: the service has to be restarted. */
  readonly replaced: AbortSignal
  /** Answers pending requests, then closes everything. */
  stop(): Promise<void>
}

/** Pause after a restart that a store did not answer. */
const RESTART_RETRY_MS = 1_000

const NOT_MOUNTED = { stop: async () => {} }

export interface ServeOptions {
  /** Why the service is restarted, if it is: said to callers until it can answer. */
  readonly restartReason?: string | undefined
  /** Default: the stores of the configured deployment. */
  readonly openStores?: ContainerOptions['openStores']
}

/** Starts the service. */
export async function serve(config: Config, options: ServeOptions = {}): Promise<Service> {
  const stopping = new AbortController()
  const { server, metricsPort, work, container, close } = await withResources((closing) =>
    openService(config, { ...options, stopping: stopping.signal }, closing),
  )
  const { log } = container
  log.info({ version: VERSION, role: config.ROLE, url: server.url, metricsPort }, 'the service has started')
  return {
    url: server.url,
    metricsPort,
    container,
    hung: container.hung,
    replaced: container.logIdentity.replaced,
    async stop() {
      stopping.abort()
      log.info({}, 'the service is stopping')
      try {
        await Promise.all([server.stop(), work.stop()])
      } finally {
        await close()
        log.info({}, 'the service has stopped')
      }
    },
  }
}

interface Opening extends Pick<ServeOptions, 'openStores'> {
  readonly room: WaitingRoom
  /** Waits for stores that do not answer: the process was running, and nobody would start it again. */
  readonly isRestart: boolean
}

async function openWork(config: Config, { room, openStores, isRestart }: Opening) {
  for (;;) {
    try {
      return await withResources(async (closing) => {
        const container = await createContainer(config, {
          exclusive: true,
          isRestart,
          onProgress: room.open,
          openStores,
        })
        closing.add(() => container.close())
        return { container, work: await startServices(config, container, closing) }
      })
    } catch (error) {
      if (!isRestart || !(isUnavailable(error) || error instanceof DifferentLog)) throw error
      room.open({ message: `restarting, and waiting for a store: ${error.message}`, part: 0 })
      await sleep(RESTART_RETRY_MS)
    }
  }
}

interface Course extends ServeOptions {
  /** Aborts when the service begins to stop. */
  readonly stopping: AbortSignal
}

async function openService(config: Config, { restartReason, openStores, stopping }: Course, closing: Resources) {
  const contract = loadContract()
  const room = createWaitingRoom(config)
  closing.add(() => room.close())
  if (restartReason) room.open({ message: restartReason, part: 0 })
  const { container, work, close } = await openWork(config, {
    room,
    openStores,
    isRestart: restartReason !== undefined,
  })
  closing.add(close)
  const { clock, log } = container
  const health = createHealth({
    version: VERSION,
    lists: work.lists,
    stores: work.stores,
    models: container.projections.status,
    reactors: work.reactors,
    jobProblems: work.jobProblems,
    lastCheck: container.lastCheck.load,
    backupProblems: work.backupProblems,
    mailboxSelfTest: work.mailboxSelfTest,
    isHung: () => container.hung.aborted,
    isStopping: () => stopping.aborted,
    now: clock.now,
  })
  const { watchPoolActivity, past } = work
  const servesApi = config.ROLE !== 'worker'
  const traffic = createRequestMetrics()
  const ingress = createIngress()
  const families = [...traffic.families, ...ingress.families, ...container.metrics, ...work.metrics, ...room.families]
  await room.close()
  const metricsPort = await openMetrics({ config, log, families }, closing)
  const server = await listen(
    {
      contract,
      services: { ...work.services, health, diagnose: createDiagnose(config, clock.now) },
      idempotency: work.idempotency,
      limiter: work.limiter,
      failures: work.failures,
      clock,
      log,
      traffic,
      ingress,
      trace: container.tracing?.request,
      baseUrl: config.BASE_URL,
      creationsPerHour: config.ACCOUNT_CREATIONS_PER_HOUR,
      anonymousPerMinute: config.ANONYMOUS_REQUESTS_PER_MINUTE,
      maxConnections: connectionLimit(config.MAX_CONNECTIONS),
      writesPerMinute: config.WRITES_PER_MINUTE,
      writesPerDay: config.WRITES_PER_DAY,
      trustProxy: config.TRUST_PROXY,
      corsOrigins: config.CORS_ORIGINS ?? [],
      offers: (id) => servesApi || HEALTH_OPERATIONS.includes(id),
      mount: (host) => {
        if (!servesApi) return NOT_MOUNTED
        mountPages({
          ...host,
          confirmsEmail: config.SMTP_URL !== undefined,
          adminToken: config.ADMIN_TOKEN,
          getOverview: container.getOverview,
        })
        mountMcp(host)
        return mountGraphql({ ...host, watchPoolActivity, past })
      },
    },
    config.HOST,
    config.PORT,
  )
  return { container, work, server, metricsPort }
}
