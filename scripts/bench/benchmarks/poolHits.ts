import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../../testbed/callers/client.js'
import { startDnsServer } from '../../../testbed/dns/server.js'
import { warmAddresses, warmZone } from '../datasets/warmAddresses.js'
import { leaveFirstCore, pinning } from '../environment/cpuPinning.js'
import { startMeasuredService, withDirectory } from '../environment/service.js'
import { type ClosedLoopResult, runClosedLoop } from '../load/closedLoop.js'
import { cycle, verifyRequests } from '../load/requests.js'
import type { HttpResponse } from '../load/responseReader.js'
import { median, type Report, times } from '../report.js'

export interface PoolHitsOptions {
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
  /** Additional Node options for the service, for profiling. */
  readonly node: readonly string[]
}

const ACCOUNTS = 4
const ADDRESSES = 400
const WARM_UP_SECONDS = 2
const POLL_MS = 20

/** One contributor suffices for an answer from the pool: only one account fills it. */
export const POOL_SETTINGS = { POOL_MIN_CONTRIBUTORS: '1' }

const CASES = {
  hit: 'answered by the pool',
  miss: 'warm cache, the pool has no answer',
  emptyPool: 'warm cache, the pool is empty',
} as const
type Case = keyof typeof CASES

type Service = Awaited<ReturnType<typeof startMeasuredService>>
type Loads = { readonly [name in Case]: (seconds: number) => Promise<ClosedLoopResult> }
type Round = { readonly [name in Case]: ClosedLoopResult }

/** POST /v1/verify answered by the pool, against answers from the route cache, on the same core. */
export async function benchPoolHits(options: PoolHitsOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  const emails = warmAddresses(2 * ADDRESSES)
  const [inPool, others] = [emails.slice(0, ADDRESSES), emails.slice(ADDRESSES)]
  const { connections } = options
  try {
    return await withDirectory((directory) =>
      withDirectory(async (emptyDirectory) => {
        const filled = await startMeasuredService(directory, dns.port, 1 + ACCOUNTS, {
          plan: 'growth',
          nodeOptions: options.node,
          env: POOL_SETTINGS,
        })
        const empty = await startMeasuredService(emptyDirectory, dns.port, ACCOUNTS, { plan: 'growth' })
        const [contributor, ...keys] = filled.keys
        const service = { ...filled, keys }
        await fillPool({ url: service.url, emails: inPool, contributor: contributor!, reader: keys[0]! })
        const loads = {
          hit: loadOf(service, { emails: inPool, fromPool: true, connections }),
          miss: loadOf(service, { emails: others, fromPool: false, connections }),
          emptyPool: loadOf(empty, { emails: others, fromPool: false, connections }),
        }
        const measured = await measure(loads, options, dns.queries)
        await service.stop()
        await empty.stop()
        return report(options, measured)
      }),
    )
  } finally {
    await dns.close()
  }
}

interface FillPool {
  readonly url: string
  readonly emails: readonly string[]
  /** Key of the account that contributes; the pool never answers it with its own contributions. */
  readonly contributor: string
  /** Key of another account. */
  readonly reader: string
}

/** Contributes the addresses and waits until the pool answers them. */
export async function fillPool({ url, emails, contributor: key, reader }: FillPool): Promise<void> {
  const { request, close } = client(url)
  for (const email of emails) {
    const { body, text } = await request('POST', '/v1/verify', { key, body: { email, share_signals: true } })
    if (body.unique_contribution !== true) throw new Error(`A shared verification was not contributed: ${text}`)
  }
  const last = { key: reader, body: { email: emails.at(-1) } }
  while (!(await request('POST', '/v1/verify', last)).body.from_pool) await sleep(POLL_MS)
  close()
}

interface Load {
  readonly emails: readonly string[]
  /** Whether the responses are expected to come from the pool. */
  readonly fromPool: boolean
  readonly connections: number
}

function loadOf({ url, pid, keys }: Service, { emails, fromPool, connections }: Load) {
  const next = cycle(verifyRequests(emails, keys))
  const isGood = ({ status, body }: HttpResponse) => status === 200 && body.includes(`"from_pool":${fromPool}`)
  return (seconds: number) => runClosedLoop({ url, pid, next, isGood, connections, seconds })
}

/** @param dnsQueries returns the number of DNS queries so far */
async function measure(loads: Loads, { seconds, rounds }: PoolHitsOptions, dnsQueries: () => number) {
  for (const load of Object.values(loads)) await load(WARM_UP_SECONDS)
  let queriesOfHits = 0
  const results: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const before = dnsQueries()
    const hit = await loads.hit(seconds)
    queriesOfHits += dnsQueries() - before
    results.push({ hit, miss: await loads.miss(seconds), emptyPool: await loads.emptyPool(seconds) })
  }
  return { rounds: results, queriesOfHits }
}

function report(
  { seconds, rounds, connections }: PoolHitsOptions,
  measured: { readonly rounds: readonly Round[]; readonly queriesOfHits: number },
): Report {
  const medianOf = (name: Case, value: keyof ClosedLoopResult) =>
    median(measured.rounds.map((round) => round[name][value]))
  const ratioTo = (name: Case) => median(measured.rounds.map((round) => round.hit.perSecond / round[name].perSecond))
  return {
    benchmark: 'POST /v1/verify: answers from the pool',
    settings: {
      pinning,
      rounds: `${rounds} of ${seconds} s each, alternating; medians, and the median of the rounds' ratios`,
      connections,
      addresses: `${ADDRESSES} in the pool, ${ADDRESSES} others, ${ACCOUNTS} accounts`,
    },
    columns: ['', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs each', 'pool answer ÷ this'],
    rows: (Object.keys(CASES) as Case[]).map((name) => [
      CASES[name],
      medianOf(name, 'perSecond'),
      medianOf(name, 'p50Ms'),
      medianOf(name, 'p99Ms'),
      medianOf(name, 'cpuUs'),
      name === 'hit' ? '' : times(ratioTo(name)),
    ]),
    targets: [
      { what: 'answer from the pool ÷ verification with a warm cache', measured: ratioTo('miss'), atLeast: 1 },
      { what: 'DNS queries caused by answers from the pool', measured: measured.queriesOfHits, atMost: 0 },
    ],
  }
}
