import { setTimeout as sleep } from 'node:timers/promises'
import { openDataDirectory } from '../../../src/adapters/dataDirectory/dataDirectory.js'
import { createLmdbEventStore } from '../../../src/adapters/eventstore/lmdb/eventStore.js'
import { systemClock } from '../../../src/kernel/clock.js'
import { START } from '../../../src/kernel/position.js'
import { client } from '../../../testbed/callers/client.js'
import { startDnsServer } from '../../../testbed/dns/server.js'
import { warmAddresses, warmZone } from '../datasets/warmAddresses.js'
import { cpuTimeUs } from '../environment/procfs.js'
import { startMeasuredService, withDirectory } from '../environment/service.js'
import { AGENT_PATH } from '../load/bulkRequests.js'
import { figure, type Report } from '../report.js'

export interface PoolContributionsOptions {
  /** Number of concurrent batches. */
  readonly batches: number
  /** Additional Node options for the service whose batches are shared, for profiling. */
  readonly node: readonly string[]
}

/** Addresses per batch: the maximum of an agent's call. */
const BATCH_SIZE = 50_000
const MIN_PER_SECOND = 10_000
const POLL_MS = 20

interface Measured {
  /** Seconds until the last batch was completed. */
  readonly completedS: number
  /** Seconds until the last contribution was in the log. */
  readonly loggedS: number
  /** Seconds until it was visible in the read models. */
  readonly visibleS: number
  /** Total CPU per address, in microseconds. */
  readonly cpuUs: number
}

/** Shared batches: contributions per second, and how much sharing slows the batches down. */
export async function benchPoolContributions({ batches, node }: PoolContributionsOptions): Promise<Report> {
  const dns = await startDnsServer(warmZone)
  try {
    const baseline = await measure(dns.port, { batches, share: false, node: [] })
    const shared = await measure(dns.port, { batches, share: true, node })
    return report(batches, baseline, shared)
  } finally {
    await dns.close()
  }
}

const measure = (
  dnsPort: number,
  { batches, share, node }: PoolContributionsOptions & { readonly share: boolean },
): Promise<Measured> =>
  withDirectory(async (directory) => {
    const service = await startMeasuredService(directory, dnsPort, batches, {
      plan: 'growth',
      nodeOptions: node,
      allCores: true,
    })
    const { request, close } = client(service.url)
    const emails = warmAddresses(batches * BATCH_SIZE)
    const startedAt = performance.now()
    const elapsed = () => (performance.now() - startedAt) / 1_000
    const cpuBefore = cpuTimeUs(service.pid)
    const jobs = await Promise.all(
      service.keys.map(async (key, index) => {
        const batch = emails.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE)
        const body = { emails: batch, async: true, share_signals: share }
        const { body: accepted } = await request('POST', AGENT_PATH, { key, body })
        return { key, path: `/v1/batch/${accepted.batch_id}` }
      }),
    )
    const completed = Promise.all(
      jobs.map(({ key, path }) => until(async () => isCompleted(await request('GET', path, { key })))),
    ).then(elapsed)
    const contributions = share ? emails.length : 0
    const loggedS = await untilLogged(directory, contributions).then(elapsed)
    const visible = async () => (await request('GET', '/v1/pool/stats')).body.total_validations
    if (share) await until(async () => (await visible()) === contributions)
    const visibleS = elapsed()
    const completedS = await completed
    close()
    const cpuUs = (cpuTimeUs(service.pid) - cpuBefore) / emails.length
    await service.stop()
    return { completedS, loggedS, visibleS, cpuUs }
  })

function report(batches: number, baseline: Measured, shared: Measured): Report {
  const total = batches * BATCH_SIZE
  return {
    benchmark: `${batches} asynchronous batches of ${figure(BATCH_SIZE)} new addresses, shared`,
    settings: {
      cores: 'all; the client shares them',
      accounts: batches,
      domains: Object.keys(warmZone).length - 1,
    },
    columns: ['', 'completed s', 'addresses/s', 'contributed s', 'visible s', 'contributions/s', 'CPU µs each'],
    rows: [
      ['not shared', baseline.completedS, total / baseline.completedS, '', '', '', baseline.cpuUs],
      [
        'shared',
        shared.completedS,
        total / shared.completedS,
        shared.loggedS,
        shared.visibleS,
        total / shared.loggedS,
        shared.cpuUs,
      ],
    ],
    targets: [
      { what: 'contributions/s', measured: total / shared.loggedS, atLeast: MIN_PER_SECOND },
      {
        what: 'time until completed ÷ time until contributed',
        measured: shared.completedS / shared.loggedS,
        atMost: 1,
      },
    ],
    notes: [
      'completed: the last batch; contributed: the last contribution is in the log, in its own stream; visible: in the public statistics',
    ],
  }
}

function isCompleted({ body }: { readonly body: { readonly status: string } }): boolean {
  if (body.status === 'failed') throw new Error('A batch failed.')
  return body.status === 'completed'
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(POLL_MS)
}

/** Waits until the log contains this many contributions, reading it while the service runs. */
async function untilLogged(directory: string, count: number): Promise<void> {
  const { paths } = openDataDirectory(directory, { hold: false })
  const store = createLmdbEventStore({ path: paths.events, clock: systemClock })
  const types = new Set(['ValidationContributed'])
  let after = START
  let contributions = 0
  while (contributions < count) {
    for await (const { position } of store.readAll({ after, types })) {
      contributions++
      after = position
    }
    await sleep(POLL_MS)
  }
  await store.close()
}
