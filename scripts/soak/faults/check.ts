// Compares a service and its stores with what callers were acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import { csvForm } from '../../../testbed/callers/multipart.js'
import type { KnownList } from '../../../testbed/given/knownList.js'
import { checkLog as checkBatches, checkResults, resultsOf, usedBy } from '../../../testbed/records/batchChecks.js'
import type { Journal } from '../../../testbed/records/journal.js'
import { readLog } from '../../../testbed/records/readLog.js'
import { checkAnswers, checkLog as checkVerifications } from '../../../testbed/records/verificationChecks.js'
import type { ServiceProcess } from '../../../testbed/service/process.js'
import type { ProcessService } from '../../../testbed/service/processes.js'
import type { Account } from '../../../testbed/service/service.js'
import type { Upload } from './load.js'

export interface ClientRecords {
  readonly journal: Journal
  readonly uploads: readonly Upload[]
  readonly uploaders: readonly Account[]
  readonly list: KnownList
  /** Whether unacknowledged uploads are retried with their Idempotency-Key, which may take a minute. */
  readonly retryUploads: boolean
}

/** Whether a number of batches lies between the acknowledged and the requested uploads. */
const isWithin = (count: number, acknowledged: number, submitted: number) => count >= acknowledged && count <= submitted

/** Timeout until an upload is accepted and completed, once the stores have recovered and earlier uploads are completed. */
const UPLOAD_TIMEOUT_MS = 120_000
const EVERY_MS = 100

function countsOf(uploads: readonly Upload[], id: string) {
  const mine = uploads.filter(({ account }) => account.id === id)
  return { submitted: mine.length, acknowledged: mine.filter(({ batch }) => batch !== undefined).length }
}

/** Waits until all acknowledged uploads are completed, with each row exactly once. */
async function settleUploads(
  member: ServiceProcess,
  { uploads, list, retryUploads }: ClientRecords,
): Promise<string[]> {
  const problems: string[] = []
  for (const upload of uploads) {
    const { account, idempotencyKey } = upload
    const until = Date.now() + UPLOAD_TIMEOUT_MS
    while (retryUploads && upload.batch === undefined) {
      const { body, headers } = csvForm(list.csv)
      const sent = { body, headers: { ...headers, 'Idempotency-Key': idempotencyKey } }
      const answer = await member.request('POST', '/v1/bulk/upload', { ...account, ...sent })
      if (answer.status === 202) upload.batch = answer.body.id
      else if (Date.now() > until) return [...problems, `an upload is still answered ${answer.status}: ${answer.text}`]
      else await sleep(EVERY_MS)
    }
    if (upload.batch === undefined) continue
    const progress = async () => (await member.request('GET', `/v1/batch/${upload.batch}`, account)).body
    let now = await progress()
    while (now.status !== 'completed' && Date.now() < until) {
      await sleep(EVERY_MS)
      now = await progress()
    }
    if (now.status !== 'completed') problems.push(`the batch ${upload.batch} stands at ${JSON.stringify(now)}`)
    else problems.push(...checkResults(list, await resultsOf(member, account, upload.batch)))
  }
  return problems
}

/** Checks everything that a running service acknowledged. @returns reported usage per account, and problems */
export async function checkService(member: ServiceProcess, expected: ClientRecords) {
  const { journal, uploads, uploaders, list } = expected
  const problems = await settleUploads(member, expected)
  for (const account of uploaders) {
    const { acknowledged, submitted } = countsOf(uploads, account.id)
    const used = await usedBy(member, account)
    if (used % list.charged > 0 || !isWithin(used / list.charged, acknowledged, submitted))
      problems.push(`${account.id} used ${used} for ${acknowledged} of ${submitted} uploads of ${list.charged}`)
  }
  const answers = await checkAnswers(member.url, journal)
  return { used: answers.used, problems: [...problems, ...answers.problems] }
}

/** Checks the stores after shutdown: each acknowledged operation exists once; read models match the log. */
export async function checkStores(
  { settings, operate }: ProcessService,
  { journal, uploads, list }: ClientRecords,
  used: ReadonlyMap<string, number>,
): Promise<string[]> {
  const verifications = await checkVerifications(readLog(settings), journal, used)
  const batches = await checkBatches(readLog(settings), list)
  const problems = [...journal.problems, ...verifications.problems, ...batches.problems]
  for (const id of new Set(uploads.map(({ account }) => account.id))) {
    const { acknowledged, submitted } = countsOf(uploads, id)
    const count = batches.batches.get(id) ?? 0
    if (!isWithin(count, acknowledged, submitted)) problems.push(`${id} has ${count} batches of ${submitted} uploads`)
  }
  const models = await operate('projections', 'verify')
  if (models.code !== 0) problems.push(`a read model is not what the log gives: ${models.stdout}${models.stderr}`)
  return problems
}
