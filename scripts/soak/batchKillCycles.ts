// Soak `batch-kill`: a list is uploaded while the service is killed again and again.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { csvForm } from '../../testbed/callers/multipart.js'
import { type Chance, createChance } from '../../testbed/chance.js'
import { type KnownList, knownList } from '../../testbed/given/knownList.js'
import {
  type BatchOutcome,
  checkBlobs,
  checkLog,
  checkRemainingQuota,
  checkResults,
  resultsOf,
  usedBy,
} from '../../testbed/records/batchChecks.js'
import { readLog } from '../../testbed/records/readLog.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import type { Account } from '../../testbed/service/service.js'
import { start } from '../../testbed/service/start.js'
import { killUploads } from './batchKillUploads.js'

interface BatchKillOptions {
  readonly rows: number
  /** Kills during the job. */
  readonly kills: number
  /** Kills during other uploads. */
  readonly uploads: number
  readonly seed: number
  /** Delay of DNS responses while the job is killed; the duration of a chunk. */
  readonly delayMs: number
  readonly onKill?: (what: string) => void
}

interface BatchKillReport {
  /** Kills that hit the job while it was running. */
  readonly killsMidway: number
  /** Uploads interrupted by a kill, and how many of them had already become batches. */
  readonly uploads: { readonly unanswered: number; readonly accepted: number }
  /** Empty if nothing was lost, duplicated or left over. */
  readonly problems: readonly string[]
}

/** Monthly limit of an account beyond the addresses of its lists. */
const SPARE_QUOTA = 200
/** Poll interval of the job. */
const POLL_MS = 25
const COMPLETION_TIMEOUT_MS = 300_000
/** Rows that a process completes before it is killed: those of its read-ahead and one more chunk. */
const ROWS_PER_PROCESS = 5_000
/** More than the chunk that cannot be completed before the last kill. */
const HELD_ROWS = 2_000

/**
 * Uploads one list twice: undisturbed, and with repeated SIGKILLs until the job has processed its last row. Also kills
 * the service during other uploads. Both results must be equal; the log, the monthly usage and the blobs must be the
 * same as without kills.
 */
export async function runBatchKills(options: BatchKillOptions): Promise<BatchKillReport> {
  const { rows, uploads: uploadKills, seed, delayMs, onKill = () => {} } = options
  const chance = createChance(seed)
  const list = knownList(rows, chance)
  const service = await start({
    where: 'process',
    zone: list.zone(),
    // A generous timeout, so that only the listed names are unknown, even on a busy machine.
    env: { DNS_TIMEOUT_MS: '60000', LOG_LEVEL: 'warn' },
  })
  const { dns } = service
  try {
    const perMonth = list.distinct + SPARE_QUOTA
    const accounts = await service.accounts(2 + uploadKills, { perMonth })
    const [undisturbed, killed, ...interrupted] = accounts as [Account, Account, ...Account[]]

    const startedAt = performance.now()
    const undisturbedBatch = await upload(service, undisturbed, list)
    const uploadMs = performance.now() - startedAt
    await untilCompleted(service, undisturbed, undisturbedBatch)
    const acknowledged = await killUploads(service, { accounts: interrupted, list, chance, uploadMs, onKill })
    for (const [account, batch] of acknowledged) await untilCompleted(service, account, batch)

    // The job cannot end before the last kill.
    for (const [name, entry] of Object.entries({ ...list.zone(delayMs), ...list.heldZone() })) dns.set(name, entry)
    const killedBatch = await upload(service, killed, list)
    const release = () => {
      for (const [name, entry] of Object.entries(list.zone(delayMs))) dns.set(name, entry)
    }
    const job = { ...options, account: killed, batch: killedBatch, chance, onKill, release }
    const killsMidway = await killJob(service, job)
    // This verification loads the month into the ledger of the last process, before the batch releases its reservation.
    await service.request('POST', '/v1/verify', { ...killed, body: { email: 'no address' } })
    await untilCompleted(service, killed, killedBatch)

    const expected = await resultsOf(service, undisturbed, undisturbedBatch)
    const problems = await checkOutcome(service, { account: killed, batch: killedBatch, list, expected })
    const usage = new Map<string, number>()
    for (const account of accounts) usage.set(account.id, await usedBy(service, account))
    for (const account of [undisturbed, killed]) problems.push(...(await checkRemainingQuota(service, account)))
    const [exit] = await service.end('SIGTERM')
    if (exit?.code !== 0 || exit.stderr !== '') problems.push(`unexpected exit of the service: ${JSON.stringify(exit)}`)

    const stopped = await checkStoppedService(service, { list, usage, acknowledged, singleVerification: killed.id })
    problems.push(...stopped.problems)
    const accepted = interrupted.filter(({ id }) => stopped.batches.has(id)).length
    return { killsMidway, uploads: { unanswered: interrupted.length - acknowledged.size, accepted }, problems }
  } finally {
    await service.dispose()
  }
}

interface KilledBatch {
  readonly account: Account
  readonly batch: string
  readonly list: KnownList
  /** The outcome of the undisturbed batch. */
  readonly expected: BatchOutcome
}

async function checkOutcome(service: ProcessService, { account, batch, list, expected }: KilledBatch) {
  const outcome = await resultsOf(service, account, batch)
  const problems = checkResults(list, outcome)
  if (!isDeepStrictEqual(outcome.results, expected.results) || outcome.file !== expected.file)
    problems.push('the results differ from those of the undisturbed job')
  return problems
}

interface StoppedService {
  readonly list: KnownList
  /** Usage of the month by account id, as the service reported it. */
  readonly usage: ReadonlyMap<string, number>
  readonly acknowledged: ReadonlyMap<Account, string>
  /** Id of the account that also verified one address on its own. */
  readonly singleVerification: string
}

/** Checks the log, the read models and the blobs. @returns problems, and the number of batches per account */
async function checkStoppedService(
  service: ProcessService,
  { list, usage, acknowledged, singleVerification }: StoppedService,
) {
  const { batches, problems } = await checkLog(readLog(service.settings), list)
  for (const [{ id }] of acknowledged)
    if (!batches.has(id)) problems.push(`an upload of ${id} was acknowledged, but is not in the log`)
  for (const [id, used] of usage) {
    const charged = (batches.get(id) ?? 0) * list.charged + (id === singleVerification ? 1 : 0)
    if (used !== charged) problems.push(`the usage of ${id} is ${used} instead of ${charged}`)
  }
  const models = await service.operate('projections', 'verify')
  if (models.code !== 0) problems.push(`a read model does not match the log: ${models.stdout}`)
  problems.push(...(await checkBlobs(service.place.directory)))
  return { batches, problems }
}

async function upload(service: ProcessService, account: Account, { csv }: KnownList): Promise<string> {
  const { status, body, text } = await service.request('POST', '/v1/bulk/upload', { ...account, ...csvForm(csv) })
  if (status !== 202) throw new Error(`An upload was answered with ${status}: ${text}`)
  return body.id
}

interface Progress {
  readonly status: string
  readonly processed: number
}

const progressOf = async (service: ProcessService, account: Account, batch: string): Promise<Progress> =>
  (await service.request('GET', `/v1/batch/${batch}`, account)).body

const hasEnded = ({ status }: Progress): boolean => status !== 'pending' && status !== 'processing'

/** Waits until the job is completed. @throws Error on a timeout, or if it ends in another state */
async function untilCompleted(service: ProcessService, account: Account, batch: string): Promise<void> {
  const deadline = Date.now() + COMPLETION_TIMEOUT_MS
  for (;;) {
    const progress = await progressOf(service, account, batch)
    if (progress.status === 'completed') return
    if (hasEnded(progress) || Date.now() > deadline)
      throw new Error(`The job was not completed: ${JSON.stringify(progress)}`)
    await sleep(POLL_MS)
  }
}

interface JobKillOptions extends BatchKillOptions {
  readonly account: Account
  readonly batch: string
  readonly chance: Chance
  readonly onKill: (what: string) => void
  /** Lets the job end. */
  readonly release: () => void
}

/**
 * Spreads the kills over the job: as many processes as needed make progress, the others are killed before their first
 * chunk. @returns the number of kills before the job had ended
 */
async function killJob(
  service: ProcessService,
  { account, batch, kills, rows, delayMs, chance, onKill, release }: JobKillOptions,
) {
  let midway = 0
  let processedBefore = 0
  for (let kill = 1; kill <= kills; kill++) {
    const makesProgress =
      rows - processedBefore > HELD_ROWS &&
      chance.happens((rows - processedBefore) / (ROWS_PER_PROCESS * (kills - kill + 1)))
    const deadline = Date.now() + COMPLETION_TIMEOUT_MS
    let progress = await progressOf(service, account, batch)
    while (makesProgress && progress.processed === processedBefore && !hasEnded(progress)) {
      if (Date.now() > deadline) throw new Error(`The job made no progress: ${JSON.stringify(progress)}`)
      await sleep(POLL_MS)
      progress = await progressOf(service, account, batch)
    }
    await sleep(chance.between(0, delayMs))
    await service.kill()
    onKill(`kill ${kill} at row ${progress.processed} of ${rows}`)
    if (!hasEnded(progress)) midway++
    processedBefore = progress.processed
    if (kill === kills) release()
    await service.start()
  }
  return midway
}
