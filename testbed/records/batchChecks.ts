// Checks that batches that were acknowledged exist once, are charged once, and have the right results.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'csv-parse/sync'
import { createDiskBlobStore } from '../../src/adapters/blobs/disk.js'
import { createContainer } from '../../src/composition/index.js'
import { loadConfig } from '../../src/config.js'
import type { BatchEvent } from '../../src/features/batches/events.js'
import { createSweepBatches } from '../../src/features/batches/sweepBatches.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { eventually } from '../eventually.js'
import type { KnownList } from '../given/knownList.js'
import type { ProcessService } from '../service/processes.js'
import type { Account } from '../service/service.js'
import { readLog } from './readLog.js'

/** Unused blobs are swept after a day; the sweep runs with a clock that is further ahead than that. */
const CLOCK_AHEAD_MS = 2 * 24 * 60 * 60_000
/** Maximum number of addresses of a synchronous batch. */
const SYNCHRONOUS_BATCH = 1_000

/** The outcome of a batch as its owner sees it. */
export interface BatchOutcome {
  readonly results: readonly { readonly i: number; readonly v: number; readonly e?: string }[]
  readonly stats: { readonly t: number; readonly v: number; readonly i: number; readonly u: number }
  readonly file: string
}

export async function resultsOf(
  service: Pick<ProcessService, 'request'>,
  account: Account,
  batch: string,
): Promise<BatchOutcome> {
  const { results, stats } = (await service.request('GET', `/v1/batch/${batch}/results`, account)).body
  return { results, stats, file: (await service.request('GET', `/v1/batch/${batch}/download`, account)).text }
}

/**
 * Checks that every row appears once, in order, with the expected verdict: in the results, and in the file with its own
 * columns. @returns the first ten problems
 */
export function checkResults({ rows }: KnownList, { results, stats, file }: BatchOutcome): string[] {
  const problems: string[] = []
  const records: string[][] = parse(file)
  const count = (wanted: string) => rows.filter(({ status }) => status === wanted).length
  const { t, v, i, u } = stats
  if (results.length !== rows.length) problems.push(`${results.length} results instead of ${rows.length}`)
  if (records.length !== rows.length + 1)
    problems.push(`the file has ${records.length} records instead of ${rows.length + 1}`)
  if (
    !isDeepStrictEqual([t, v, i, u], [rows.length, rows.length - count('invalid'), count('invalid'), count('unknown')])
  )
    problems.push(`wrong totals: ${JSON.stringify(stats)}`)
  for (const [index, { cell, status, reason }] of rows.entries()) {
    const { i, v, e = '' } = results[index] ?? {}
    const expected = [index, status === 'invalid' ? 0 : 1, reason]
    if (!isDeepStrictEqual([i, v, e], expected)) problems.push(`wrong result for row ${index}: ${[i, v, e]}`)
    const [id, email, , ...cells] = records[index + 1] ?? []
    const expectedCells = [String(index), cell, status, String(status !== 'invalid'), reason]
    if (!isDeepStrictEqual([id, email, ...cells.slice(0, 3)], expectedCells))
      problems.push(`wrong row ${index} in the file: ${records[index + 1]}`)
  }
  return problems.slice(0, 10)
}

/** Waits until nothing is reserved. @returns the account's usage of the month */
export async function usedBy(service: Pick<ProcessService, 'request'>, account: Account): Promise<number> {
  const month = async () => (await service.request('GET', '/v1/stats', account)).body.current_month
  const { verifications } = await eventually(month, (now) => now.remaining === now.limit - now.verifications)
  return verifications
}

/** Uses up the remaining quota of an account; the next address must be refused. */
export async function checkRemainingQuota(
  service: Pick<ProcessService, 'request'>,
  account: Account,
): Promise<string[]> {
  const { remaining } = (await service.request('GET', '/v1/stats', account)).body.current_month
  const problems: string[] = []
  for (let left = remaining; left > 0; left -= SYNCHRONOUS_BATCH) {
    const emails = Array.from({ length: Math.min(left, SYNCHRONOUS_BATCH) }, (_, index) => `no address ${index}`)
    const { status } = await service.request('POST', '/v1/verify/batch', { ...account, body: { emails } })
    if (status !== 200)
      problems.push(
        `account ${account.id}: ${status} for a batch within the remaining quota (${left} of ${remaining} left)`,
      )
  }
  const { status } = await service.request('POST', '/v1/verify', { ...account, body: { email: 'no address' } })
  if (status !== 429) problems.push(`account ${account.id}: ${status} instead of 429 after the quota was used up`)
  return problems
}

/**
 * Checks the batches in the log of a stopped service: in order, completed once, charged once.
 * @returns problems, and the number of batches per account
 */
export async function checkLog(
  log: AsyncIterable<Recorded>,
  list: KnownList,
): Promise<{ readonly batches: ReadonlyMap<string, number>; readonly problems: string[] }> {
  const streams = new Map<string, Recorded<BatchEvent>[]>()
  for await (const event of batchEvents(log)) {
    const stream = streams.get(event.stream) ?? []
    stream.push(event)
    streams.set(event.stream, stream)
  }
  const batches = new Map<string, number>()
  const problems: string[] = []
  for (const [stream, events] of streams) {
    const { account } = events[0]!.data
    batches.set(account, (batches.get(account) ?? 0) + 1)
    problems.push(...[...problemsOf(events, list)].map((problem) => `${stream}: ${problem}`))
  }
  return { batches, problems }
}

function* problemsOf(events: readonly Recorded<BatchEvent>[], { rows, distinct, charged }: KnownList) {
  const sequence = events.map(({ type }) => type.replace('Batch', '')).join(' ')
  if (!/^Submitted Started (ChunkVerified )+Completed$/.test(sequence))
    yield `unexpected sequence of events: ${sequence}`
  let processedRows = 0
  let chargedSum = 0
  let releasedSum = 0
  for (const { type, data } of events) {
    if (type === 'BatchSubmitted' && data.reserved !== distinct)
      yield `${data.reserved} addresses were reserved instead of ${distinct}`
    if (type === 'BatchCompleted') releasedSum += data.released
    if (type !== 'BatchChunkVerified') continue
    if (data.from !== processedRows) yield `rows ${data.from} to ${data.to} follow row ${processedRows}`
    processedRows = data.to
    chargedSum += data.charged
    releasedSum += data.released
    if (data.totals.charged !== chargedSum) yield `totals.charged is ${data.totals.charged} instead of ${chargedSum}`
  }
  if (processedRows !== rows.length) yield `${processedRows} rows were processed instead of ${rows.length}`
  if (chargedSum !== charged || chargedSum + releasedSum !== distinct)
    yield `${chargedSum} addresses were charged and ${releasedSum} released of ${distinct}`
}

async function* batchEvents(log: AsyncIterable<Recorded>): AsyncGenerator<Recorded<BatchEvent>> {
  for await (const event of log) if (event.stream.startsWith('batch-')) yield event as Recorded<BatchEvent>
}

/** Sweeps unused blobs, then checks that exactly the blobs of the batches exist. */
export async function checkBlobs(directory: string): Promise<string[]> {
  const expected = new Set<string>()
  for await (const { type, data } of batchEvents(readLog(directory))) {
    if (type !== 'BatchSubmitted') continue
    expected.add(data.rows)
    if (data.file) expected.add(data.file.blob)
  }
  const container = await createContainer(loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' }), { exclusive: true })
  try {
    const { vault, eventing } = container
    const clock = { now: () => Date.now() + CLOCK_AHEAD_MS }
    const blobs = createDiskBlobStore({ path: join(container.place, 'blobs'), vault, clock })
    await createSweepBatches({
      eventing,
      blobs,
      clock,
      jobs: { enqueue: async () => {} },
      scheduleOldestBatches: async () => {},
    })()
  } finally {
    await container.close()
  }
  const files = await readdir(join(directory, 'blobs'))
  const names = new Set(files.map((file) => file.replace(/\.blob$/, '')))
  return [
    ...[...names].filter((name) => !expected.has(name)).map((name) => `the unused blob ${name} was not swept`),
    ...[...expected].filter((name) => !names.has(name)).map((name) => `the blob ${name} is missing`),
  ]
}
