import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'csv-parse/sync'
import { createDiskBlobStore } from '../../src/adapters/blobs/disk.js'
import { openHouse } from '../../src/composition/index.js'
import { loadConfig } from '../../src/config.js'
import type { BatchEvent } from '../../src/features/batches/events.js'
import { createSweepBatches } from '../../src/features/batches/sweepBatches.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { eventually } from '../../test/support/eventually.js'
import type { KnownList } from '../../test/support/knownList.js'
import type { MadeAccount } from './accounts.js'
import { readLog } from './readLog.js'
import type { Victim } from './victim.js'

/** Blobs that belong to no batch are swept after a day. */
const LATER_MS = 2 * 24 * 60 * 60_000
/** Addresses of a synchronous batch. */
const AT_ONCE = 1_000

/** The outcome of a batch as its owner sees it. */
export interface Found {
  readonly results: readonly { readonly i: number; readonly v: number; readonly e?: string }[]
  readonly stats: { readonly t: number; readonly v: number; readonly i: number; readonly u: number }
  readonly file: string
}

export async function resultsOf(victim: Pick<Victim, 'ask'>, account: MadeAccount, batch: string): Promise<Found> {
  const { results, stats } = (await victim.ask('GET', `/v1/batch/${batch}/results`, account)).body
  return { results, stats, file: (await victim.ask('GET', `/v1/batch/${batch}/download`, account)).text }
}

/** Checks that every row appears once, in order, with the expected verdict: in the results, and in the file with its own columns. */
export function checkResults({ rows }: KnownList, { results, stats, file }: Found): string[] {
  const problems: string[] = []
  const records: string[][] = parse(file)
  const count = (wanted: string) => rows.filter(({ status }) => status === wanted).length
  const { t, v, i, u } = stats
  if (results.length !== rows.length) problems.push(`there are ${results.length} results`)
  if (records.length !== rows.length + 1) problems.push(`the file has ${records.length} records`)
  if (!isDeepStrictEqual([t, v, i, u], [rows.length, count('valid'), count('invalid'), count('unknown')]))
    problems.push(`the sums are ${JSON.stringify(stats)}`)
  for (const [index, { cell, status, reason }] of rows.entries()) {
    const { i, v, e = '' } = results[index] ?? {}
    const expected = [index, status === 'invalid' ? 0 : 1, reason]
    if (!isDeepStrictEqual([i, v, e], expected)) problems.push(`row ${index} has the result ${[i, v, e]}`)
    const [id, email, , ...cells] = records[index + 1] ?? []
    const right = [String(index), cell, status, String(status !== 'invalid'), reason]
    if (!isDeepStrictEqual([id, email, ...cells.slice(0, 3)], right))
      problems.push(`row ${index} is ${records[index + 1]} in the file`)
  }
  return problems.slice(0, 10)
}

/** Usage of an account once nothing is reserved. */
export async function usedBy(victim: Pick<Victim, 'ask'>, account: MadeAccount): Promise<number> {
  const month = async () => (await victim.ask('GET', '/v1/stats', account)).body.current_month
  const { verifications } = await eventually(month, (now) => now.remaining === now.limit - now.verifications)
  return verifications
}

/** Checks that exactly the remaining quota is accepted, and not one address more. */
export async function checkLeft(victim: Pick<Victim, 'ask'>, account: MadeAccount): Promise<string[]> {
  const { remaining } = (await victim.ask('GET', '/v1/stats', account)).body.current_month
  const problems: string[] = []
  for (let left = remaining; left > 0; left -= AT_ONCE) {
    const emails = Array.from({ length: Math.min(left, AT_ONCE) }, (_, index) => `no address ${index}`)
    const { status } = await victim.ask('POST', '/v1/verify/batch', account, { body: { emails } })
    if (status !== 200) problems.push(`${account.id} had ${left} left of ${remaining} and was answered ${status}`)
  }
  const { status } = await victim.ask('POST', '/v1/verify', account, { body: { email: 'no address' } })
  if (status !== 429) problems.push(`${account.id} had nothing left and was answered ${status}`)
  return problems
}

/** Checks the log of a stopped service: each batch in order, completed once, charged once. @returns batches per account */
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
  const kinds = events.map(({ type }) => type.replace('Batch', '')).join(' ')
  if (!/^Submitted Started (ChunkVerified )+Completed$/.test(kinds)) yield `it went ${kinds}`
  let done = 0
  let paid = 0
  let back = 0
  for (const { type, data } of events) {
    if (type === 'BatchSubmitted' && data.reserved !== distinct) yield `${data.reserved} were set aside`
    if (type === 'BatchCompleted') back += data.released
    if (type !== 'BatchChunkVerified') continue
    if (data.from !== done) yield `rows ${data.from} to ${data.to} follow row ${done}`
    done = data.to
    paid += data.charged
    back += data.released
    if (data.totals.charged !== paid) yield `${data.totals.charged} are said to be charged, ${paid} are`
  }
  if (done !== rows.length) yield `${done} rows are done`
  if (paid !== charged || paid + back !== distinct) yield `${paid} were charged and ${back} given back of ${distinct}`
}

async function* batchEvents(log: AsyncIterable<Recorded>): AsyncGenerator<Recorded<BatchEvent>> {
  for await (const event of log) if (event.stream.startsWith('batch-')) yield event as Recorded<BatchEvent>
}

/** Checks that after the sweep exactly the blobs of the batches exist. */
export async function checkBlobs(directory: string): Promise<string[]> {
  const expected = new Set<string>()
  for await (const { type, data } of batchEvents(readLog(directory))) {
    if (type !== 'BatchSubmitted') continue
    expected.add(data.rows)
    if (data.file) expected.add(data.file.blob)
  }
  const house = await openHouse(loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' }), { exclusive: true })
  try {
    const { vault, eventing } = house
    const clock = { now: () => Date.now() + LATER_MS }
    const blobs = createDiskBlobStore({ path: join(house.place, 'blobs'), vault, clock })
    await createSweepBatches({ eventing, blobs, clock, scheduleOldestBatches: async () => {} })()
  } finally {
    await house.close()
  }
  const files = await readdir(join(directory, 'blobs'))
  const names = new Set(files.map((file) => file.replace(/\.blob$/, '')))
  return [
    ...[...names].filter((name) => !expected.has(name)).map((name) => `${name} is left, and belongs to no batch`),
    ...[...expected].filter((name) => !names.has(name)).map((name) => `${name} is missing`),
  ]
}
