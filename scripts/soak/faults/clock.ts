// Soak `clock`: shifts the wall clock under load.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { csvForm } from '../../../testbed/callers/multipart.js'
import { startTarget } from '../../../testbed/receivers/target.js'
import { readLog } from '../../../testbed/records/readLog.js'
import { UNLIMITED } from '../../../testbed/service/accounts.js'
import type { Account } from '../../../testbed/service/service.js'
import { openFaultyStores } from '../../../testbed/stores/faultyStores.js'
import { tempDirectory } from '../../../testbed/tempDirectory.js'
import { untilHealthy } from './healthy.js'
import { problemsOf, slowestOf } from './requestRecords.js'
import { openScene, type Scene } from './scene.js'

interface ClockOptions {
  /** MongoDB of one api and one worker process; without it, one process does everything. */
  readonly mongo: string | undefined
  /** Clock offsets to apply in turn, in milliseconds. */
  readonly shifts: readonly number[]
  readonly calmMs: number
  readonly clients: number
  readonly seed: number
}

interface ClockReport {
  readonly calls: number
  readonly slowest: string
  /** Longest time that a small batch took after the clock was set, in milliseconds. */
  readonly batchMs: number
  /** The same, until its webhook arrived. */
  readonly webhookMs: number
  readonly problems: readonly string[]
}

const SHIFTED_CLOCK = fileURLToPath(new URL('../../../testbed/service/shiftedClock.mjs', import.meta.url))
const PER_MINUTE = 5
/** Maximum duration of a small batch and its webhook on a slow machine; a job that misses a shift stalls for an hour. */
const BATCH_MS = 30_000

/** Shifts the wall clock of a service forward and back under load. No request may fail, and no job may stall. */
export async function runClock({ mongo, shifts, calmMs, clients, seed }: ClockOptions): Promise<ClockReport> {
  const directory = tempDirectory()
  const file = join(directory.path, 'shift')
  writeFileSync(file, '0')
  const stores = await openFaultyStores(mongo ? 'mongodb' : 'lmdb', mongo, { CLOCK_SHIFT_FILE: file })
  const target = await startTarget()
  const scene = await openScene({ stores, seed, nodeOptions: ['--import', SHIFTED_CLOCK] })
  try {
    const [limited, uploader] = (await scene.service.accounts(2)) as [Account, Account]
    await scene.service.setLimits([limited], { perMonth: UNLIMITED - 1, perMinute: PER_MINUTE })
    const firstBatch = await submit(scene, uploader, target.url)
    const link = await linkOf(scene, uploader, firstBatch)
    const load = scene.load({ clients, pauseMs: 20 })
    const problems: string[] = []
    const checkRateLimit = async (when: string) => {
      const calls = await exhaustRateLimit(scene, limited)
      // In MongoDB rate-limit windows use the server's clock, which is not shifted.
      const isRight = mongo ? calls <= PER_MINUTE : calls === PER_MINUTE
      if (!isRight) problems.push(`${when}, ${calls} calls were accepted with a limit of ${PER_MINUTE} per minute`)
    }
    await checkRateLimit('in the first minute')
    let batchMs = 0
    let webhookMs = 0
    for (const [turn, shift] of shifts.entries()) {
      await Promise.all([load.each(), sleep(calmMs)])
      problems.push(...(await setClock(scene, file, shift)))
      const startedAt = performance.now()
      const batch = await submit(scene, uploader, target.url)
      batchMs = Math.max(batchMs, performance.now() - startedAt)
      while (!target.calls.some(({ body }) => body.includes(batch)) && performance.now() - startedAt < BATCH_MS)
        await sleep(20)
      webhookMs = Math.max(webhookMs, performance.now() - startedAt)
      // After a jump forward the window has ended; after a jump back, windows in the future do not count.
      await checkRateLimit(`at a clock shift of ${shift} ms`)
      // A cached key must not stay trusted for another hour.
      await scene.service.setLimits([limited], { perMonth: UNLIMITED + 1 + turn, perMinute: PER_MINUTE })
      const download = await scene.api().request('GET', link, { key: '', headers: { 'X-API-Key': [] } })
      if (download.status !== 200)
        problems.push(
          `at a clock shift of ${shift} ms, a link that is valid for a day was answered with ${download.status}`,
        )
      problems.push(...(await untilHealthy(scene.service.processes)).problems())
    }
    await sleep(calmMs)
    await load.stop()
    if (batchMs > BATCH_MS) problems.push(`a small batch took ${Math.round(batchMs)} ms`)
    if (webhookMs > BATCH_MS) problems.push(`a webhook did not arrive within ${BATCH_MS} ms`)
    problems.push(
      ...problemsOf(load.records, { troubles: [] }),
      ...(await scene.check(load)),
      ...(await checkTimes(scene)),
    )
    return {
      calls: load.records.length,
      slowest: slowestOf(load.records),
      batchMs: Math.round(batchMs),
      webhookMs: Math.round(webhookMs),
      problems,
    }
  } finally {
    await scene.close()
    await target.close()
    directory.remove()
  }
}

/** Sets the clock of every process and waits until each one uses it. @returns problems */
async function setClock({ service }: Scene, file: string, shift: number): Promise<string[]> {
  const problems: string[] = []
  writeFileSync(file, String(shift))
  for (const member of service.processes) {
    process.kill(member.pid, 'SIGUSR2')
    for (;;) {
      const { body } = await member.request('GET', '/health/live', { key: '' })
      if (body.uptime_seconds < 0) problems.push(`a process reports an uptime of ${body.uptime_seconds} s`)
      if (Math.abs(Date.parse(body.timestamp) - Date.now() - shift) < 10_000) break
      await sleep(5)
    }
  }
  return problems
}

const verify = (scene: Scene, account: Account) =>
  scene.api().request('POST', '/v1/verify', { ...account, body: { email: 'no address' } })

/** Calls until one is refused. @returns the number of accepted calls */
async function exhaustRateLimit(scene: Scene, account: Account): Promise<number> {
  for (let calls = 0; ; calls++) if ((await verify(scene, account)).status !== 200) return calls
}

/** Uploads the list and waits until it is completed. @returns the batch */
async function submit(scene: Scene, account: Account, webhookUrl: string): Promise<string> {
  const startedAt = performance.now()
  const form = csvForm(scene.list.csv, { webhook_url: webhookUrl })
  const { body } = await scene.api().request('POST', '/v1/bulk/upload', { ...account, ...form })
  const progress = async () => (await scene.api().request('GET', `/v1/batch/${body.id}`, account)).body.status
  while ((await progress()) !== 'completed' && performance.now() - startedAt < 2 * BATCH_MS) await sleep(20)
  return body.id
}

/** Path and query of the signed link to a batch's file. */
async function linkOf(scene: Scene, account: Account, batch: string): Promise<string> {
  const { body } = await scene.api().request('GET', `/v1/batch/${batch}`, account)
  const { pathname, search } = new URL(body.download_url, scene.api().url)
  return `${pathname}${search}`
}

/** Checks that times within the log never decrease. */
async function checkTimes({ service }: Scene): Promise<string[]> {
  let last = ''
  for await (const { recordedAt } of readLog(service.settings)) {
    if (recordedAt < last) return [`the log has an event of ${recordedAt} after one of ${last}`]
    last = recordedAt
  }
  return []
}
