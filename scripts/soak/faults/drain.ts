// Soak `drain`: stops processes under a constant rate of requests.
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../../testbed/callers/client.js'
import type { ServiceProcess } from '../../../testbed/service/process.js'
import { openFaultyStores } from '../../../testbed/stores/faultyStores.js'
import { CERTAIN_DOMAINS } from '../killClients.js'
import { openScene, type Scene } from './scene.js'

interface DrainOptions {
  /** MongoDB of two api processes and one worker; without it, one process does everything. */
  readonly mongo: string | undefined
  readonly perSecond: number
  /** Duration of the load before and after each stop, at that rate; longer on a machine that cannot keep it. */
  readonly calmMs: number
  /** Number of processes to stop and replace. */
  readonly stops: number
  readonly seed: number
}

interface DrainReport {
  readonly requests: number
  /** Requests sent after SIGTERM on a connection that was already open. */
  readonly requestsAfterSigterm: number
  /** Longest time from SIGTERM to exit, in milliseconds. */
  readonly stopMs: number
  readonly problems: readonly string[]
}

/** Maximum requests in flight, so that a busy machine is not overloaded. */
const MAX_IN_FLIGHT = 64
/** Maximum time from SIGTERM to exit. */
const STOP_MS = 15_000
const POLL_MS = 10

/**
 * Sends SIGTERM to processes under a constant rate of requests. Every request on an open connection must be answered,
 * and new connections must reach the other process, if there is one.
 */
export async function runDrain({ mongo, perSecond, calmMs, stops, seed }: DrainOptions): Promise<DrainReport> {
  const stores = await openFaultyStores(mongo ? 'mongodb' : 'lmdb', mongo)
  const roles = mongo ? (['worker', 'api', 'api'] as const) : stores.roles
  const scene = await openScene({ stores: { ...stores, roles }, seed })
  try {
    const load = startLoad(scene, perSecond)
    let stopMs = 0
    const calm = () => load.sent((perSecond * calmMs) / 1_000)
    for (let stop = 0; stop < stops; stop++) {
      await calm()
      const { apis } = scene.service
      const stopping = apis[stop % apis.length]!
      load.onStop(stopping)
      const startedAt = performance.now()
      await stopping.stop().catch((error: Error) => load.problems.push(error.message))
      stopMs = Math.max(stopMs, Math.round(performance.now() - startedAt))
      await scene.service.replace(stopping)
      load.onReplaced()
    }
    await calm()
    await load.end()
    if (stopMs > STOP_MS) load.problems.push(`a process took ${stopMs} ms to stop`)
    const problems = [...load.problems, ...(await scene.check({ uploads: [] }))]
    return { requests: load.requests(), requestsAfterSigterm: load.requestsAfterSigterm(), stopMs, problems }
  } finally {
    await scene.close()
  }
}

/** Sends verifications at a constant rate over keep-alive connections, to the processes that accept connections, as a load balancer does. */
function startLoad({ service, verifiers, journal, chance }: Scene, perSecond: number) {
  const problems: string[] = []
  const clients = new Map<string, ReturnType<typeof client>>()
  const inFlight = new Set<Promise<void>>()
  /** URL of the process that was sent SIGTERM, and whether it refuses connections. */
  let stoppingUrl: string | undefined
  let closedUrl: string | undefined
  let requests = 0
  let requestsAfterSigterm = 0
  let stopped = false

  async function verify(): Promise<void> {
    const { id, key } = chance.pick(verifiers)
    const open = service.apis.filter(({ url }) => url !== closedUrl)
    if (open.length === 0) return
    const { url } = open[requests % open.length]!
    const http = clients.get(url) ?? client(url)
    clients.set(url, http)
    const isStopping = url === stoppingUrl
    requests++
    try {
      const body = { email: `${chance.between(1, 1e9)}@${chance.pick(CERTAIN_DOMAINS)}` }
      const { status, headers, text } = await http.request('POST', '/v1/verify', { key, body })
      if (isStopping) requestsAfterSigterm++
      if (status === 200) journal.verified(id, String(headers['x-request-id']), 1)
      else problems.push(`a verification was answered with ${status}: ${text}`)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Connection refused: the request had no effect and is sent to another process.
      if (code === 'ECONNREFUSED' && url === stoppingUrl) closedUrl = url
      else {
        journal.verificationLost(id, 1)
        problems.push(`${code} ${isStopping ? 'after' : 'before'} SIGTERM`)
      }
    }
  }

  const sending = (async () => {
    const startedAt = performance.now()
    for (let count = 0; !stopped; count++) {
      await sleep(Math.max(0, startedAt + (count * 1_000) / perSecond - performance.now()))
      if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight)
      const request: Promise<void> = verify().finally(() => inFlight.delete(request))
      inFlight.add(request)
    }
  })()

  return {
    problems,
    requests: () => requests,
    /** Waits until this many more requests have been sent. */
    async sent(count: number): Promise<void> {
      const target = requests + count
      while (requests < target) await sleep(POLL_MS)
    },
    requestsAfterSigterm: () => requestsAfterSigterm,
    onStop({ url }: ServiceProcess): void {
      stoppingUrl = url
    },
    onReplaced(): void {
      stoppingUrl = undefined
      closedUrl = undefined
    },
    async end(): Promise<void> {
      stopped = true
      await sending
      await Promise.all(inFlight)
      for (const http of clients.values()) http.close()
    },
  }
}
