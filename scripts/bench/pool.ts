import { setTimeout as sleep } from 'node:timers/promises'
import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { systemClock } from '../../src/kernel/clock.js'
import { START } from '../../src/kernel/position.js'
import { client } from '../../test/support/client.js'
import { startDnsServer } from '../../test/support/dnsServer.js'
import { warmAddresses, warmZone } from './addresses.js'
import { leaveFirstCore, pinning } from './cores.js'
import { cpuTime } from './cpuTime.js'
import { startUnlimited, withDirectory } from './house.js'
import { inTurn, type LoadResult, requestBytes, runLoad } from './load.js'
import { figure, median, type Report, times } from './report.js'

export interface PoolOptions {
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
  /** Batches whose results are shared. */
  readonly batches: number
  /** Additional Node options for the service, for profiling. */
  readonly node: readonly string[]
}

const ACCOUNTS = 4
const ADDRESSES = 400
/** Addresses of a batch: as many as an agent may send. */
const BATCH = 50_000
const LEAST_PER_SECOND = 10_000
const POLL_MS = 20

/** Only one account fills the pool. */
const ONE_IS_ENOUGH = { POOL_MIN_CONTRIBUTORS: '1' }

type Way = 'hit' | 'warm' | 'empty'
const NAMES: { readonly [way in Way]: string } = {
  hit: 'answered by the pool',
  warm: 'warm, the pool has no answer',
  empty: 'warm, the pool is empty',
}

/** POST /v1/verify answered by the pool, against those answered from the route cache, on the same core. */
export async function benchPoolHits({ seconds, rounds, connections, node }: PoolOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  const emails = warmAddresses(2 * ADDRESSES)
  const known = emails.slice(0, ADDRESSES)
  const others = emails.slice(ADDRESSES)
  try {
    return await withDirectory((directory) =>
      withDirectory(async (emptyDirectory) => {
        const service = await startUnlimited(directory, dns.port, ACCOUNTS, {
          plan: 'growth',
          words: node,
          env: ONE_IS_ENOUGH,
        })
        const empty = await startUnlimited(emptyDirectory, dns.port, ACCOUNTS, { plan: 'growth' })
        const [sharer] = service.keys
        const { request, close } = client(service.url)
        for (const email of known) {
          const body = { email, share_signals: true }
          const answer = await request('POST', '/v1/verify', { key: sharer!, body })
          if (answer.body.unique_contribution !== true) throw new Error(`not contributed: ${answer.text}`)
        }
        while (!(await request('POST', '/v1/verify', { key: sharer!, body: { email: known.at(-1) } })).body.from_pool)
          await sleep(POLL_MS)
        close()

        const loadOf = ({ url, pid, keys }: typeof service, asked: readonly string[], fromPool: boolean) => {
          const requests = asked.flatMap((email) =>
            keys.map((key) => requestBytes('/v1/verify', { key, body: { email } })),
          )
          const next = inTurn(requests)
          const isGood: Parameters<typeof runLoad>[0]['isGood'] = ({ status, body }) =>
            status === 200 && body.includes(`"from_pool":${fromPool}`)
          return (duration: number) => runLoad({ url, pid, next, isGood, connections, seconds: duration })
        }
        const loads: { readonly [way in Way]: (seconds: number) => Promise<LoadResult> } = {
          hit: loadOf(service, known, true),
          warm: loadOf(service, others, false),
          empty: loadOf(empty, others, false),
        }
        const ways = Object.keys(loads) as Way[]
        for (const way of ways) await loads[way](2)

        let queries = 0
        const measured: { readonly [way in Way]: LoadResult }[] = []
        for (let round = 0; round < rounds; round++) {
          const before = dns.queries()
          const hit = await loads.hit(seconds)
          queries += dns.queries() - before
          measured.push({ hit, warm: await loads.warm(seconds), empty: await loads.empty(seconds) })
        }
        await service.stop()
        await empty.stop()
        const of = (way: Way, value: keyof LoadResult) => median(measured.map((each) => each[way][value]))
        const ratio = (to: Way) => median(measured.map((each) => each.hit.perSecond / each[to].perSecond))
        return {
          benchmark: 'POST /v1/verify: the pool in front of verification',
          settings: {
            pinning,
            rounds: `${rounds} of ${seconds} s each, alternating; medians, and the median of the rounds\u2019 ratios`,
            connections,
            addresses: `${ADDRESSES} in the pool, ${ADDRESSES} others, ${ACCOUNTS} accounts`,
          },
          columns: ['', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs each', 'a hit is'],
          rows: ways.map((way) => [
            NAMES[way],
            of(way, 'perSecond'),
            of(way, 'p50Ms'),
            of(way, 'p99Ms'),
            of(way, 'cpuUs'),
            way === 'hit' ? '' : times(ratio(way)),
          ]),
          targets: [
            { what: 'a hit ÷ a warm verification', measured: ratio('warm'), atLeast: 1 },
            { what: 'queries of DNS that hits made', measured: queries, atMost: 0 },
          ],
        }
      }),
    )
  } finally {
    await dns.close()
  }
}

/** Shared batches: contributions per second, and how much sharing slows the batches down. */
export async function benchPoolBulk({ batches, node }: PoolOptions): Promise<Report> {
  const dns = await startDnsServer(warmZone)
  try {
    const alone = await runBulk(dns.port, { batches, share: false, node: [] })
    const shared = await runBulk(dns.port, { batches, share: true, node })
    const total = batches * BATCH
    return {
      benchmark: `${batches} asynchronous batches of ${figure(BATCH)} new addresses, shared`,
      settings: {
        cores: 'all of them, shared with whoever looks on',
        accounts: batches,
        domains: Object.keys(warmZone).length - 1,
      },
      columns: [
        '',
        'batches done after s',
        'addresses/s',
        'contributed after s',
        'seen after s',
        'contributions/s',
        'CPU µs each',
      ],
      rows: [
        ['not shared', alone.doneS, total / alone.doneS, '', '', '', alone.cpuUs],
        [
          'shared',
          shared.doneS,
          total / shared.doneS,
          shared.loggedS,
          shared.seenS,
          total / shared.loggedS,
          shared.cpuUs,
        ],
      ],
      targets: [
        { what: 'contributions/s', measured: total / shared.loggedS, atLeast: LEAST_PER_SECOND },
        { what: 'batches done ÷ all contributed, in time', measured: shared.doneS / shared.loggedS, atMost: 1 },
      ],
      notes: ['contributed: in the log, each in a stream of its own; seen: by the public statistics'],
    }
  } finally {
    await dns.close()
  }
}

interface Bulk {
  /** Seconds until the last batch was completed. */
  readonly doneS: number
  /** Seconds until the last contribution was in the log. */
  readonly loggedS: number
  /** Seconds until it was visible in the read models. */
  readonly seenS: number
  /** Total CPU per address, in microseconds. */
  readonly cpuUs: number
}

const runBulk = (
  dnsPort: number,
  { batches, share, node }: { readonly batches: number; readonly share: boolean; readonly node: readonly string[] },
): Promise<Bulk> =>
  withDirectory(async (directory) => {
    const service = await startUnlimited(directory, dnsPort, batches, { plan: 'growth', words: node, allCores: true })
    const { request, close } = client(service.url)
    const emails = warmAddresses(batches * BATCH)
    const began = performance.now()
    const seconds = () => (performance.now() - began) / 1_000
    const cpuBefore = cpuTime(service.pid)
    const jobs = await Promise.all(
      service.keys.map(async (key, index) => {
        const part = emails.slice(index * BATCH, (index + 1) * BATCH)
        const body = { emails: part, async: true, share_signals: share }
        const { body: accepted } = await request('POST', '/v1/verify/bulk/agent', { key, body })
        return { key, path: `/v1/batch/${accepted.batch_id}` }
      }),
    )
    const done = Promise.all(
      jobs.map(({ key, path }) => until(async () => isDone(await request('GET', path, { key })))),
    )
    const doneAt = done.then(seconds)
    const total = share ? emails.length : 0
    const loggedS = await logged(directory, total).then(seconds)
    const stats = async () => (await request('GET', '/v1/pool/stats')).body.total_validations
    if (share) await until(async () => (await stats()) === total)
    const seenS = seconds()
    const doneS = await doneAt
    close()
    const cpuUs = (cpuTime(service.pid) - cpuBefore) / emails.length
    await service.stop()
    return { doneS, loggedS, seenS, cpuUs }
  })

function isDone({ body }: { readonly body: { readonly status: string } }): boolean {
  if (body.status === 'failed') throw new Error('a batch failed')
  return body.status === 'completed'
}

async function until(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await sleep(POLL_MS)
}

/** Waits until the log contains this many contributions, reading it while the service runs. */
async function logged(directory: string, count: number): Promise<void> {
  const { paths } = openDataDirectory(directory, { hold: false })
  const store = createLmdbEventStore({ path: paths.events, clock: systemClock })
  const types = new Set(['ValidationContributed'])
  let after = START
  let seen = 0
  while (seen < count) {
    for await (const { position } of store.readAll({ after, types })) {
      seen++
      after = position
    }
    await sleep(POLL_MS)
  }
  await store.close()
}
