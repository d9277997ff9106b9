import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { startDnsServer } from '../../test/support/dnsServer.js'
import { type Chance, createChance } from '../../test/support/journal.js'
import { type KnownList, knownList } from '../../test/support/knownList.js'
import { csvForm } from '../../test/support/multipart.js'
import { runProgram } from '../../test/support/program.js'
import { type MadeAccount, makeAccounts } from './accounts.js'
import { checkBlobs, checkLeft, checkLog, checkResults, resultsOf, usedBy } from './batchKillCheck.js'
import { killUploads } from './batchKillUploads.js'
import { readLog } from './readLog.js'
import { createVictim, type Victim } from './killableService.js'

export interface BatchKillOptions {
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

export interface BatchKillReport {
  /** Kills that hit the job while it was running. */
  readonly killsMidway: number
  /** Uploads interrupted by a kill, and how many of them had already become batches. */
  readonly uploads: { readonly unanswered: number; readonly accepted: number }
  /** Empty if nothing was lost, duplicated or left over. */
  readonly problems: readonly string[]
}

/** Monthly limit of an account beyond the addresses of its lists. */
const SPARE = 200
/** Poll interval of the job. */
const EVERY_MS = 25
const PATIENCE_MS = 300_000
/** Chunks that a process completes before it is killed: its read-ahead plus one. */
const ROWS_OF_A_LIFE = 5_000

/**
 * Uploads one list twice: undisturbed, and with the process killed by SIGKILL again and again until the job has done
 * its last row; and kills it in the middle of other uploads. Both results must be the same, and the log, the month and
 * the blobs as if nothing had happened.
 */
export async function runBatchKills(options: BatchKillOptions): Promise<BatchKillReport> {
  const { rows, uploads: killedUploads, seed, delayMs, onKill = () => {} } = options
  const chance = createChance(seed)
  const list = knownList(rows, chance)
  const dns = await startDnsServer(list.zone())
  const directory = await mkdtemp(join(tmpdir(), 'mailproof-batch-kill-'))
  const victim = createVictim(directory, dns)
  try {
    await victim.start()
    const made = await makeAccounts(victim.program.url, directory, 2 + killedUploads, list.distinct + SPARE)
    const [quiet, killed, ...cut] = made as [MadeAccount, MadeAccount, ...MadeAccount[]]

    const began = performance.now()
    const undisturbed = await upload(victim, quiet, list)
    const uploadMs = performance.now() - began
    await untilDone(victim, quiet, undisturbed)
    const acknowledged = await killUploads(victim, { accounts: cut, list, chance, uploadMs, onKill })
    for (const [account, batch] of acknowledged) await untilDone(victim, account, batch)

    for (const [name, entry] of Object.entries(list.zone(delayMs))) dns.set(name, entry)
    const batch = await upload(victim, killed, list)
    const killsMidway = await killJob(victim, { ...options, account: killed, batch, chance, onKill })
    // In the last run the ledger has the month in memory, and must be given released quota.
    await victim.ask('POST', '/v1/verify', killed, { body: { email: 'no address' } })
    await untilDone(victim, killed, batch)

    const found = await resultsOf(victim, killed, batch)
    const problems = checkResults(list, found)
    const { results, file } = await resultsOf(victim, quiet, undisturbed)
    if (!isDeepStrictEqual(found.results, results) || found.file !== file)
      problems.push('the results are not those of the undisturbed job')
    const used = new Map<string, number>()
    for (const account of made) used.set(account.id, await usedBy(victim, account))
    for (const account of [quiet, killed]) problems.push(...(await checkLeft(victim, account)))
    const ended = await victim.end('SIGTERM')
    if (ended?.code !== 0 || ended.stderr !== '') problems.push(`the service ended so: ${JSON.stringify(ended)}`)

    const log = await checkLog(readLog(directory), list)
    const accepted = cut.filter(({ id }) => log.batches.has(id)).length
    for (const [{ id }] of acknowledged)
      if (!log.batches.has(id)) problems.push(`an upload of ${id} was acknowledged and is not in the log`)
    for (const { id } of made) {
      const charged = (log.batches.get(id) ?? 0) * list.charged + (id === killed.id ? 1 : 0)
      if (used.get(id) !== charged) problems.push(`${id} used ${used.get(id)}, and not ${charged}`)
    }
    const models = await runProgram(['projections', 'verify'], victim.settings)
    if (models.code !== 0) problems.push(`a read model is not what the log gives: ${models.stdout}`)
    problems.push(...log.problems, ...(await checkBlobs(directory)))
    return { killsMidway, uploads: { unanswered: cut.length - acknowledged.size, accepted }, problems }
  } finally {
    await victim.end('SIGKILL')
    await dns.close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function upload(victim: Victim, account: MadeAccount, { csv }: KnownList): Promise<string> {
  const { status, body, text } = await victim.ask('POST', '/v1/bulk/upload', account, csvForm(csv))
  if (status !== 202) throw new Error(`an upload was answered ${status}: ${text}`)
  return body.id
}

interface Progress {
  readonly status: string
  readonly processed: number
}

const progressOf = async (victim: Victim, account: MadeAccount, batch: string): Promise<Progress> =>
  (await victim.ask('GET', `/v1/batch/${batch}`, account)).body

const isDone = ({ status }: Progress): boolean => status !== 'pending' && status !== 'processing'

/** Waits for the job to complete by itself. @throws Error if it does not, or ends otherwise */
async function untilDone(victim: Victim, account: MadeAccount, batch: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const progress = await progressOf(victim, account, batch)
    if (progress.status === 'completed') return
    if (isDone(progress) || Date.now() > until) throw new Error(`the job is stuck at ${JSON.stringify(progress)}`)
    await sleep(EVERY_MS)
  }
}

interface JobKills extends BatchKillOptions {
  readonly account: MadeAccount
  readonly batch: string
  readonly chance: Chance
  readonly onKill: (what: string) => void
}

/** Spreads the kills over the job: as many processes as needed make progress, the others are killed before their first chunk. */
async function killJob(victim: Victim, { account, batch, kills, rows, delayMs, chance, onKill }: JobKills) {
  let midway = 0
  let before = 0
  for (let kill = 1; kill <= kills; kill++) {
    const goes = chance.happens((rows - before) / (ROWS_OF_A_LIFE * (kills - kill + 1)))
    let progress = await progressOf(victim, account, batch)
    while (goes && progress.processed === before && !isDone(progress)) {
      await sleep(EVERY_MS)
      progress = await progressOf(victim, account, batch)
    }
    await sleep(chance.between(0, delayMs))
    await victim.end('SIGKILL')
    onKill(`kill ${kill} at row ${progress.processed} of ${rows}`)
    if (!isDone(progress)) midway++
    before = progress.processed
    await victim.start()
  }
  return midway
}
