import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createService, type Job } from '../../src/cli/bulk/service.js'
import { openSource } from '../../src/cli/bulk/source.js'
import { client } from '../../test/support/client.js'
import { startResponder } from './cold.js'
import { leaveFirstCore } from './cores.js'
import { checkResult } from './csvCheck.js'
import { OTHER_DOMAINS, otherDomain, PROVIDERS, writeList } from './csvRows.js'
import { startUnlimited, withDirectory } from './house.js'
import { verifyMeanwhile } from './meanwhile.js'
import type { Report } from './report.js'
import type { Answered } from './steadily.js'
import { anonymousMb, createLoopWatch, type LoopDelay, shareOfCore, watchMemory } from './watch.js'

export interface CsvOptions {
  readonly rows: number
  /** Concurrent single verifications per second. */
  readonly rate: number
  /** Additional Node options for the service, for profiling. */
  readonly node: readonly string[]
}

/** One phase and its cost. */
interface Part {
  readonly name: string
  readonly seconds: number
  readonly aboveIdleMb: number
  readonly loop: LoopDelay
  /** Seconds that the event loop ran, and that it waited for its core. */
  readonly ran: number
  readonly waited: number
}

const MOST_MB = 150
const MOST_LOOP_MS = 100
const MOST_VERIFY_MS = 100
const REST_MS = 3_000
const RESTS = 2
/** Baseline: single verifications without an upload. */
const ALONE_MS = 10_000
const LOOK_EVERY_MS = 250
const BATCH = 1_000

/** A large upload from the file to its result: duration, memory and effect on others. */
export async function benchCsv({ rows, rate, node }: CsvOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startResponder(0)
  try {
    return await withDirectory(async (directory) => {
      const list = join(directory, 'list.csv')
      const distinct = await writeList(list, rows)
      const watch = createLoopWatch(directory)
      const options = { ...watch.preload(node), allCores: true }
      const service = await startUnlimited(join(directory, 'data'), dns.port, 2, options)
      const [key, other] = service.keys as [string, string]
      await warm(service.url, other)
      const idleMb = await restMb(service.pid, () => watch.take(service.pid))

      const api = createService({ base: new URL(service.url), key, signal: new AbortController().signal })
      const source = await openSource(list)
      const result = join(directory, 'result.csv')
      const parts: Part[] = []
      async function part<T>(name: string, work: () => Promise<T>): Promise<T> {
        const memory = watchMemory(service.pid)
        const before = await shareOfCore(service.pid)
        const began = performance.now()
        const outcome = await work()
        const seconds = (performance.now() - began) / 1_000
        const after = await shareOfCore(service.pid)
        const aboveIdleMb = memory.end() - idleMb
        const share = { ran: after.ran - before.ran, waited: after.waited - before.waited }
        parts.push({ name, seconds, aboveIdleMb, ...share, loop: await watch.take(service.pid) })
        return outcome
      }

      const before = await verifyMeanwhile(service.url, other, rate)
      await sleep(ALONE_MS)
      const alone = await before.end()
      await watch.take(service.pid)

      const meanwhile = await verifyMeanwhile(service.url, other, rate)
      const { jobId } = await part('upload, until it is accepted', () =>
        api.upload(source, {}, 'bench', { onProgress() {}, onEnd: async () => {} }),
      )
      const job = await part('verification, until it is completed', () => untilEnded(() => api.job(jobId)))
      const verify = await meanwhile.end()
      await part('download', async () => pipeline(await api.download(jobId), createWriteStream(result)))

      if (job.status !== 'completed' || job.processed !== rows) throw new Error(`it ended as ${JSON.stringify(job)}`)
      await checkResult(result, rows)
      await requireCharged(service.url, key, distinct)
      await service.stop()

      const [accept, run] = parts as [Part, Part, Part]
      const worst = (value: (part: Part) => number) => Math.max(...parts.map(value))
      return {
        benchmark: `A CSV of ${rows.toLocaleString('en')} rows, from the file to its result`,
        settings: {
          cores: 'all of them, the last ones shared with whoever uploads and asks',
          file: `${((await stat(list)).size / 1_000_000).toFixed(1)} MB, ${distinct.toLocaleString('en')} distinct addresses`,
          rows: '60 % at 12 providers, 30 % at 50,000 other domains, 5 % invalid, 5 % repeated; domains warm',
          idle: `${idleMb.toFixed(0)} MB anonymous, warm, after a collection of garbage`,
          'machine load': loadavg()[0]!.toFixed(1),
        },
        columns: [
          '',
          'seconds',
          'rows/s',
          'CPU s',
          'kept waiting s',
          'MB above idle',
          'loop late p50 ms',
          'p99',
          'most',
        ],
        rows: parts.map(({ name, seconds, ran, waited, aboveIdleMb, loop }) => [
          name,
          seconds,
          rows / seconds,
          ran,
          waited,
          aboveIdleMb,
          loop.p50,
          loop.p99,
          loop.most,
        ]),
        targets: [
          { what: 'MB of anonymous memory above idle', measured: worst((each) => each.aboveIdleMb), atMost: MOST_MB },
          { what: 'event loop late, p99 ms', measured: worst(({ loop }) => loop.p99), atMost: MOST_LOOP_MS },
          { what: '/v1/verify meanwhile, p99 ms', measured: verify.p99Ms, atMost: MOST_VERIFY_MS },
        ],
        notes: [
          `/v1/verify meanwhile, ${rate} a second: ${told(verify)}`,
          `/v1/verify without an upload, just before: ${told(alone)}`,
          `from the upload to the last row ${(accept.seconds + run.seconds).toFixed(1)} s: ${Math.round(rows / (accept.seconds + run.seconds)).toLocaleString('en')} rows/s`,
          'every row of the result is there, in its place, with its columns and its verdict; each distinct address is charged once',
        ],
      }
    })
  } finally {
    await dns.stop()
  }
}

const told = ({ count, p50Ms, p99Ms, worstMs, ownP99Ms }: Answered): string =>
  `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)}, worst ${worstMs.toFixed(1)} of ${count}; the generator itself was ${ownP99Ms.toFixed(1)} ms late (p99)`

/** Verifies one address of every domain to warm the cache. */
async function warm(url: string, key: string): Promise<void> {
  const { request, close } = client(url)
  const domains = [...PROVIDERS, ...Array.from({ length: OTHER_DOMAINS }, (_, index) => otherDomain(index))]
  for (let from = 0; from < domains.length; from += BATCH) {
    const emails = domains.slice(from, from + BATCH).map((domain) => `someone@${domain}`)
    const { status, body } = await request('POST', '/v1/verify/batch', { key, body: { emails } })
    if (status !== 200 || body.summary.valid !== emails.length) throw new Error(`not warm: ${status}`)
  }
  close()
}

/** V8 returns memory to the system some time after garbage collection. */
async function restMb(pid: number, collect: () => Promise<unknown>): Promise<number> {
  for (let time = 0; time < RESTS; time++) {
    await sleep(REST_MS)
    await collect()
  }
  await sleep(REST_MS)
  return anonymousMb(pid)
}

async function untilEnded(look: () => Promise<Job>): Promise<Job> {
  for (;;) {
    const job = await look()
    if (job.status !== 'pending' && job.status !== 'processing') return job
    await sleep(LOOK_EVERY_MS)
  }
}

async function requireCharged(url: string, key: string, expected: number): Promise<void> {
  const { request, close } = client(url)
  const { verifications } = (await request('GET', '/v1/stats', { key })).body.current_month
  close()
  if (verifications !== expected) throw new Error(`${verifications} addresses are charged, ${expected} are distinct`)
}
