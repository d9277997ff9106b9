// What is observed of an acted-out deployment from the outside.
import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { client } from '../../../testbed/callers/client.js'
import { eventually } from '../../../testbed/eventually.js'

export interface Observations {
  /** Status of creating accounts from one address that forges X-Forwarded-For, and from another address. */
  readonly creations: { readonly forging: readonly number[]; readonly other: number }
  readonly verdict: { readonly status: number; readonly valid: boolean }
  /** The first message over a WebSocket. */
  readonly webSocket: string
  /** Requests for verification that each API process has answered. */
  readonly balance: readonly number[]
  /** Statuses of verifications while one API process is stopped with SIGTERM, and afterwards; Docker's DNS still names it. */
  readonly whileStopping: readonly number[]
  /** Processes that Prometheus scrapes successfully. */
  readonly scraped: readonly string[]
  /** Alert rules that Prometheus has loaded. */
  readonly alerts: number
  /** Exit code of the health check of each container that is not ours. */
  readonly healthChecks: { readonly [service: string]: number | null }
}

export interface Subject {
  readonly apis: readonly string[]
  /** The last of `apis`. */
  readonly oneApi: ChildProcess
  /** Number of processes to scrape. */
  readonly processes: number
  readonly healthChecks: { readonly [service: string]: readonly string[] }
}

const PROXY = 'http://127.0.0.1:80'
const PROMETHEUS = 'http://127.0.0.1:9090'
const SCRAPE_MS = 80_000
const ASK_EVERY_MS = 500

/** Observes the network from the outside: through the proxy, the resolver and Prometheus. */
export async function observe(subject: Subject): Promise<Observations> {
  const { apis, oneApi, processes } = subject
  const { request, close } = client(PROXY)
  const elsewhere = client(PROXY, { localAddress: '127.0.0.9' })
  const create = (http: typeof elsewhere, forged: string) =>
    http.request('POST', '/v1/accounts/create', {
      body: { email: 'ada@example.org' },
      headers: { 'X-Forwarded-For': forged },
    })
  const created = []
  for (let index = 0; index < 4; index++) created.push(await create({ request, close }, `203.0.113.${index}`))
  const other = await create(elsewhere, '203.0.113.0')
  const key = created[0]!.body.api_key

  const verify = (index: number) =>
    request('POST', '/v1/verify', { key, body: { email: `ada@domain-${index}.mailproof.net` } })
  const first = await verify(0)
  await Promise.all(Array.from({ length: 20 }, (_, index) => verify(index)))
  const balance = await Promise.all(apis.map(verificationsOf))

  const webSocket = await firstMessage(key)

  // Scraped before one of them ends.
  const scraped = await eventually(targets, (found) => found.length === processes, SCRAPE_MS).catch(() => targets())
  const alerts = await countAlerts()
  const healthChecks = Object.fromEntries(
    Object.entries(subject.healthChecks).map(([service, [file, ...words]]) => [
      service,
      spawnSync(file!, words).status,
    ]),
  )

  const whileStopping = await stopWhileAsking(oneApi, async () => (await verify(0)).status)
  close()
  elsewhere.close()
  return {
    creations: { forging: created.map(({ status }) => status), other: other.status },
    verdict: { status: first.status, valid: first.body.valid },
    webSocket,
    balance,
    whileStopping,
    scraped,
    alerts,
    healthChecks,
  }
}

async function stopWhileAsking(process: ChildProcess, askOnce: () => Promise<number>): Promise<number[]> {
  const stopped = once(process, 'exit')
  process.kill('SIGTERM')
  const statuses: number[] = []
  let isStopped = false
  void stopped.then(() => {
    isStopped = true
  })
  for (let after = 0; after < 20; after += isStopped ? 1 : 0) {
    statuses.push(await askOnce())
    // Within the limit per minute, however long it takes to stop.
    if (!isStopped) await sleep(ASK_EVERY_MS)
  }
  return statuses
}

/** Verifications that an API process has answered. */
async function verificationsOf(address: string): Promise<number> {
  const text = await (await fetch(`http://${address}:9464/metrics`)).text()
  const counts = [...text.matchAll(/^mailproof_http_requests_total\{[^}]*operation="verifyEmail"[^}]*\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

async function firstMessage(key: string): Promise<string> {
  const socket = new WebSocket('ws://127.0.0.1:80/graphql', 'graphql-transport-ws', { headers: { 'X-API-Key': key } })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init' }))
  const [message] = await once(socket, 'message')
  socket.close()
  return JSON.parse(String(message)).type
}

interface Target {
  readonly health: string
  readonly labels: { readonly job: string; readonly instance: string }
}

/** Instances of the service that Prometheus scrapes successfully. */
async function targets(): Promise<string[]> {
  const { activeTargets = [] } = await askPrometheus<{ activeTargets?: readonly Target[] }>('targets')
  return activeTargets
    .filter(({ health, labels }) => health === 'up' && labels.job === 'mailproof')
    .map(({ labels }) => labels.instance)
    .sort()
}

async function countAlerts(): Promise<number> {
  const { groups = [] } = await askPrometheus<{ groups?: readonly { readonly rules: readonly object[] }[] }>('rules')
  return groups.flatMap(({ rules }) => rules).length
}

/** An empty object while it does not answer. */
async function askPrometheus<T extends object>(what: string): Promise<T> {
  try {
    const { data } = (await (await fetch(`${PROMETHEUS}/api/v1/${what}`)).json()) as { data: T }
    return data
  } catch {
    return {} as T
  }
}
