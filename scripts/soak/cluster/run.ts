// Disturbs the nodes of a KurrentDB cluster under callers with batches and webhooks.

import { setTimeout as sleep } from 'node:timers/promises'
import { descriptorsOf } from '../../../testbed/procfs.js'
import { startReceiver } from '../../../testbed/receivers/receiver.js'
import type { ServiceProcess } from '../../../testbed/service/process.js'
import { type Nodes, startNodes } from '../../../testbed/stores/kurrentdb/nodes.js'
import { kurrentdbAt } from '../../../testbed/stores/kurrentdb/open.js'
import { openPlace } from '../../../testbed/stores/place.js'
import { untilHealthy } from '../faults/healthy.js'
import { problemsOf, slackOf, slowestOf, type Trouble } from '../faults/requestRecords.js'
import { openScene, type Scene } from '../faults/scene.js'
import { DISTURBANCES } from './disturbances.js'
import { type Happened, secondsOf } from './table.js'

export interface ClusterOptions {
  /** MONGODB_URL. */
  readonly mongo: string
  /** KURRENTDB_CLUSTER_START; the stand-in by default. */
  readonly program?: string | undefined
  /** Names in `DISTURBANCES`. */
  readonly disturbances: readonly string[]
  /** How long nodes stay dead or frozen, in milliseconds. */
  readonly holdMs: number
  /** Time without a fault before and after each disturbance, in milliseconds. */
  readonly calmMs: number
  readonly clients: number
  /** Whether uploads without an acknowledgement are retried until they have one. */
  readonly retryUploads: boolean
  readonly seed: number
}

export interface ClusterReport {
  /** Time from each election until every process was ready, in milliseconds. */
  readonly recoveries: readonly { readonly what: string; readonly readyMs: number }[]
  readonly calls: number
  readonly slowest: string
  /** Batches whose completion a webhook has reported. */
  readonly reported: number
  /** Open descriptors per process, at the start and at the end. */
  readonly descriptors: { readonly [process: string]: readonly [number, number] }
  /** A Markdown table. */
  readonly seconds: string
  /** Empty if the service was ready in time after each election, and nothing acknowledged was lost or twice. */
  readonly problems: readonly string[]
}

/** Time from an election until every process is ready; a slow machine may add to it. */
const READY_MS = 5_000
/** Descriptors that a process may gain: connections to MongoDB and of callers. */
const SPARE_DESCRIPTORS = 12
const SETTLE_MS = 30_000

export async function runCluster(options: ClusterOptions): Promise<ClusterReport> {
  const nodes = await startNodes(options.program)
  const { settings, remove } = await openPlace('kurrentdb', { mongo: options.mongo, kurrentdb: kurrentdbAt(nodes.url) })
  const receiver = await startReceiver((socket) => socket.write('HTTP/1.1 204 OK\r\n\r\n'))
  const stores = {
    settings,
    roles: ['worker', 'api'] as const,
    async remove() {
      await nodes.close()
      await receiver.close()
      await remove()
    },
  }
  const scene = await openScene({ stores, seed: options.seed, retryUploads: options.retryUploads })
  try {
    for (const { key } of scene.uploaders) {
      const url = `http://${receiver.host}:${receiver.port}/hook`
      await scene.api().request('POST', '/v1/webhooks', { key, body: { url } })
    }
    return await disturb(scene, nodes, receiver.requests, options)
  } finally {
    await scene.close()
  }
}

async function disturb(
  scene: Scene,
  nodes: Nodes,
  deliveries: readonly string[],
  { clients, calmMs, holdMs, disturbances }: ClusterOptions,
): Promise<ClusterReport> {
  const happened: Happened[] = []
  const recoveries: { what: string; readyMs: number }[] = []
  const troubles: Trouble[] = []
  const load = scene.load({ clients, pauseMs: 20 })
  await Promise.all([load.each(), sleep(calmMs)])
  const before = scene.service.processes.map(({ pid }) => descriptorsOf(pid))

  async function elect(what: string, act: () => Promise<unknown>): Promise<void> {
    happened.push({ at: performance.now(), what })
    await act()
    const leader = await nodes.untilLed()
    happened.push({ at: performance.now(), what: `node ${leader} leads` })
    const { healthyMs } = await untilHealthy(scene.service.processes)
    recoveries.push({ what, readyMs: healthyMs })
  }

  for (const name of disturbances) {
    const from = performance.now()
    await DISTURBANCES[name]!({ nodes, elect, holdMs })
    await elect(`end of ${name}`, async () => {})
    troubles.push({ from, to: performance.now() })
    await sleep(calmMs)
  }
  await load.stop()
  const slackMs = slackOf(load.records, troubles)
  const problems = [
    ...problemsOf(load.records, { troubles }),
    ...recoveries
      .filter(({ readyMs }) => readyMs > READY_MS + slackMs)
      .map(({ what, readyMs }) => `${what}: not ready until ${readyMs} ms after the election`),
  ]
  const batches = load.uploads.flatMap(({ batch }) => batch ?? [])
  const unreportedBatches = () => batches.filter((id) => !deliveries.some((request) => request.includes(id)))
  for (const until = performance.now() + SETTLE_MS; unreportedBatches().length > 0 && performance.now() < until; )
    await sleep(500)
  const unreported = unreportedBatches()
  const descriptors = await descriptorsAtEnd(scene.service.processes, before)
  for (const [name, [first, last]] of Object.entries(descriptors)) {
    if (last > first + SPARE_DESCRIPTORS) problems.push(`${name} has ${last} descriptors; it had ${first}`)
  }
  problems.push(...(await scene.check(load)))
  if (unreported.length > 0) problems.push(`no webhook reported ${unreported.length} of ${batches.length} batches`)
  return {
    recoveries,
    calls: load.records.length,
    slowest: slowestOf(load.records),
    reported: batches.length - unreported.length,
    descriptors,
    seconds: secondsOf(load.records, happened),
    problems,
  }
}

/** Connections that are no longer used are closed after some seconds. */
async function descriptorsAtEnd(members: readonly ServiceProcess[], before: readonly number[]) {
  const until = performance.now() + SETTLE_MS
  const found: { [process: string]: readonly [number, number] } = {}
  for (const [index, member] of members.entries()) {
    const first = before[index]!
    while (descriptorsOf(member.pid) > first && performance.now() < until) await sleep(500)
    found[`${member.role} ${member.pid}`] = [first, descriptorsOf(member.pid)]
  }
  return found
}
