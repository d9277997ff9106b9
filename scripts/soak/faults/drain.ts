import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../../test/support/client.js'
import { CERTAIN_DOMAINS } from '../killClients.js'
import type { Member } from './member.js'
import { openScene, type Scene } from './scene.js'
import { openFaultyStores } from './stores.js'

export interface DrainOptions {
  /** Two processes answer, and a third works, on this MongoDB; without it, one process does everything. */
  readonly mongo: string | undefined
  readonly perSecond: number
  /** Duration of the load before and after each stop. */
  readonly calmMs: number
  /** Number of processes to stop and replace. */
  readonly stops: number
  readonly seed: number
}

export interface DrainReport {
  readonly asked: number
  /** Requests sent after SIGTERM on a connection that was already open. */
  readonly askedLate: number
  /** Longest time from SIGTERM to exit, in milliseconds. */
  readonly stopMs: number
  readonly problems: readonly string[]
}

/** Maximum requests in flight, so that a busy machine is not overloaded. */
const MOST_UNDER_WAY = 64
/** Maximum duration of a stop. */
const STOP_MS = 15_000

/**
 * Requests come at a steady rate; processes are told to stop meanwhile. Whoever is
 * connected is answered, and who is not finds the other process, if there is one.
 */
export async function runDrain({ mongo, perSecond, calmMs, stops, seed }: DrainOptions): Promise<DrainReport> {
  const stores = await openFaultyStores(mongo ? 'mongodb' : 'lmdb', mongo)
  const roles = mongo ? (['worker', 'api', 'api'] as const) : stores.roles
  const scene = await openScene({ stores: { ...stores, roles }, seed })
  try {
    const offered = offer(scene, perSecond)
    let stopMs = 0
    for (let stop = 0; stop < stops; stop++) {
      await sleep(calmMs)
      const answering = scene.members.filter(({ role }) => role !== 'worker')
      const leaving = answering[stop % answering.length]!
      offered.leaves(leaving)
      const began = performance.now()
      await leaving.stop().catch((error: Error) => offered.problems.push(error.message))
      stopMs = Math.max(stopMs, Math.round(performance.now() - began))
      await scene.replace(leaving)
      offered.comes()
    }
    await sleep(calmMs)
    await offered.end()
    if (stopMs > STOP_MS) offered.problems.push(`it took ${stopMs} ms to stop`)
    const problems = [...offered.problems, ...(await scene.check({ uploads: [] }))]
    return { asked: offered.asked(), askedLate: offered.askedLate(), stopMs, problems }
  } finally {
    await scene.close()
  }
}

/** Asks at a steady rate; as a load balancer does, on connections that are kept, of processes that take new ones. */
function offer({ members, verifiers, journal, chance }: Scene, perSecond: number) {
  const problems: string[] = []
  const clients = new Map<string, ReturnType<typeof client>>()
  const underWay = new Set<Promise<void>>()
  let leaving: string | undefined
  let closed: string | undefined
  let asked = 0
  let askedLate = 0
  let ended = false

  async function ask(): Promise<void> {
    const { id, key } = chance.pick(verifiers)
    const open = members.filter(({ role, url }) => role !== 'worker' && url !== closed)
    if (open.length === 0) return
    const { url } = open[asked % open.length]!
    const http = clients.get(url) ?? client(url)
    clients.set(url, http)
    const isLate = url === leaving
    asked++
    try {
      const body = { email: `${chance.between(1, 1e9)}@${chance.pick(CERTAIN_DOMAINS)}` }
      const { status, headers, text } = await http.request('POST', '/v1/verify', { key, body })
      if (isLate) askedLate++
      if (status === 200) journal.verified(id, String(headers['x-request-id']), 1)
      else problems.push(`answered ${status}: ${text}`)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Connection refused: the request had no effect and is sent to another process.
      if (code === 'ECONNREFUSED' && url === leaving) closed = url
      else {
        journal.verificationLost(id, 1)
        problems.push(`${code} ${isLate ? 'after' : 'before'} it was told to stop`)
      }
    }
  }

  const offering = (async () => {
    const began = performance.now()
    for (let count = 0; !ended; count++) {
      await sleep(Math.max(0, began + (count * 1_000) / perSecond - performance.now()))
      if (underWay.size >= MOST_UNDER_WAY) await Promise.race(underWay)
      const asking: Promise<void> = ask().finally(() => underWay.delete(asking))
      underWay.add(asking)
    }
  })()

  return {
    problems,
    asked: () => asked,
    askedLate: () => askedLate,
    leaves({ url }: Member): void {
      leaving = url
    },
    comes(): void {
      leaving = undefined
      closed = undefined
    },
    async end(): Promise<void> {
      ended = true
      await offering
      await Promise.all(underWay)
      for (const http of clients.values()) http.close()
    },
  }
}
