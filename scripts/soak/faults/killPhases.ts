// Soak `kill-phases`: kills the service in each phase of an upload.
import { setTimeout as sleep } from 'node:timers/promises'
import { csvForm } from '../../../testbed/callers/multipart.js'
import { openRaw } from '../../../testbed/callers/rawHttp.js'
import { startTarget, type Target } from '../../../testbed/receivers/target.js'
import { usedBy } from '../../../testbed/records/batchChecks.js'
import type { ServiceProcess } from '../../../testbed/service/process.js'
import { openFaultyStores } from '../../../testbed/stores/faultyStores.js'
import type { Upload } from './load.js'
import { openScene, type Scene } from './scene.js'

/** Phases of an upload in which a process can be killed, in order. */
export const PHASES = ['upload', 'acceptance', 'chunk', 'look-ahead', 'completion', 'delivery'] as const
type Phase = (typeof PHASES)[number]

interface PhasesOptions {
  /** MongoDB of one api and one worker process; without it, one process does everything. */
  readonly mongo: string | undefined
  readonly phases: readonly Phase[]
  readonly rounds: number
  readonly rows: number
  /** Delay of DNS responses. */
  readonly delayMs: number
  readonly seed: number
  readonly onKill?: (what: string) => void
}

interface PhasesReport {
  readonly kills: number
  /** Uploads that were answered despite the kill. */
  readonly answered: number
  /** Webhook calls beyond the first one of each delivery. */
  readonly repeated: number
  readonly problems: readonly string[]
}

const POLL_MS = 10
const PHASE_TIMEOUT_MS = 120_000
/** Delay of a webhook receiver while a delivery is killed: longer than any such process lives. */
const SILENCE_MS = 20_000

/** Kills a process in each phase of an upload, its batch and its webhook, and replaces it. */
export async function runPhaseKills(options: PhasesOptions): Promise<PhasesReport> {
  const { mongo, phases, rounds, rows, delayMs, seed, onKill = () => {} } = options
  const stores = await openFaultyStores(mongo ? 'mongodb' : 'lmdb', mongo)
  /** Whether the webhook receiver does not respond. */
  let silent = false
  const target = await startTarget(async () => {
    if (silent) await sleep(SILENCE_MS, undefined, { ref: false })
    return { status: 204 }
  })
  const scene = await openScene({ stores, seed, rows, delayMs })
  const uploads: Upload[] = []
  const problems: string[] = []
  let kills = 0
  let answered = 0
  try {
    for (let round = 0; round < rounds; round++) {
      for (const phase of phases) {
        const account = await scene.service.account()
        const upload: Upload = { account, idempotencyKey: `${phase}-${round}`, batch: undefined, inFlight: false }
        uploads.push(upload)
        silent = phase === 'delivery'
        const victim = await reach(phase, { scene, upload, target })
        await victim.kill()
        kills++
        if (upload.batch !== undefined) answered++
        onKill(`killed ${victim.role} in ${phase}`)
        silent = false
        await scene.service.replace(victim)
        await untilAcknowledged(scene, upload, target.url)
        problems.push(...(await untilDelivered(scene, upload, target)))
      }
    }
    const ids = new Map(target.calls.map(({ id, body }) => [id, JSON.parse(body).data.batch_id as string]))
    if (ids.size !== uploads.length) problems.push(`${ids.size} deliveries for ${uploads.length} batches`)
    for (const { account } of uploads) {
      const used = await usedBy(scene.api(), account)
      if (used !== scene.list.charged)
        problems.push(`the usage of ${account.id} is ${used} instead of ${scene.list.charged}`)
    }
    const repeated = target.calls.length - ids.size
    if (repeated > kills) problems.push(`${repeated} webhook calls were repeated after ${kills} kills`)
    return { kills, answered, repeated, problems: [...problems, ...(await scene.check({ uploads }))] }
  } finally {
    await scene.close()
    await target.close()
  }
}

interface Stage {
  readonly scene: Scene
  readonly upload: Upload
  readonly target: Target
}

/** Brings an upload into a phase. @returns the process to kill */
async function reach(phase: Phase, { scene, upload, target }: Stage): Promise<ServiceProcess> {
  const { service, chance, list } = scene
  const { dns } = service
  const worker = service.processes.find(({ role }) => role !== 'api')!
  dns.forget()
  switch (phase) {
    case 'upload':
      await send(scene, upload, target.url, 0.5)
      await sleep(chance.between(5, 50))
      return scene.api()
    case 'acceptance': {
      const answer = send(scene, upload, target.url, 1)
      await Promise.race([answer, sleep(chance.between(1, 60))])
      return scene.api()
    }
    case 'chunk':
      await untilAcknowledged(scene, upload, target.url)
      await until(() => dns.queries() > 0)
      await sleep(chance.between(0, 50))
      return worker
    case 'look-ahead':
      await untilAcknowledged(scene, upload, target.url)
      await until(async () => (await processedRows(scene, upload)) > 0)
      return worker
    case 'completion':
      await untilAcknowledged(scene, upload, target.url)
      await until(async () => (await processedRows(scene, upload)) === list.rows.length)
      return worker
    case 'delivery': {
      const before = target.calls.length
      await untilAcknowledged(scene, upload, target.url)
      await until(() => target.calls.length > before)
      return worker
    }
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PHASE_TIMEOUT_MS
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('A phase was not reached in time.')
    await sleep(POLL_MS)
  }
}

const processedRows = async (scene: Scene, { account, batch }: Upload): Promise<number> =>
  (await scene.api().request('GET', `/v1/batch/${batch}`, account)).body.processed ?? 0

function requestOf({ list }: Scene, { idempotencyKey }: Upload, webhookUrl: string) {
  const { body, headers } = csvForm(list.csv, { webhook_url: webhookUrl })
  return { body, headers: { ...headers, 'Idempotency-Key': idempotencyKey } }
}

/** Sends a share of the request. Resolves once it is written or, if it is complete, once the response has arrived. */
async function send(scene: Scene, upload: Upload, webhookUrl: string, share: number): Promise<void> {
  const { body, headers } = requestOf(scene, upload, webhookUrl)
  const head = { Host: 'localhost', 'X-API-Key': upload.account.key, 'Content-Length': body.length, ...headers }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  const connection = await openRaw(scene.api().url)
  connection.write(`POST /v1/bulk/upload HTTP/1.1\r\n${lines.join('')}\r\n`)
  connection.write(body.subarray(0, Math.floor(body.length * share)))
  if (share < 1) return
  const answer = await connection.answer()
  if (answer?.status === 202) upload.batch = JSON.parse(answer.text).id
}

/** Retries the upload with its Idempotency-Key until it is acknowledged. */
async function untilAcknowledged(scene: Scene, upload: Upload, webhookUrl: string): Promise<void> {
  await until(async () => {
    if (upload.batch !== undefined) return true
    const { status, body } = await scene
      .api()
      .request('POST', '/v1/bulk/upload', { ...upload.account, ...requestOf(scene, upload, webhookUrl) })
    if (status === 202) upload.batch = body.id
    return status === 202
  })
}

/** Waits until the batch is completed and its webhook is delivered. @returns problems */
async function untilDelivered(scene: Scene, upload: Upload, { calls }: Target): Promise<string[]> {
  const isDelivered = () => calls.some(({ body }) => JSON.parse(body).data.batch_id === upload.batch)
  try {
    await until(async () => (await processedRows(scene, upload)) === scene.list.rows.length)
    await until(isDelivered)
    return []
  } catch {
    return [`${upload.batch} (${upload.idempotencyKey}) was not completed, or its webhook was not delivered`]
  }
}
