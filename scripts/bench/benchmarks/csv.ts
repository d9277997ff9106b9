// Benchmark `csv`: a large upload, and its effect on other requests.
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BulkJob, createService } from '../../../src/cli/bulk/service.js'
import { openBulkSource } from '../../../src/cli/bulk/source.js'
import { client } from '../../../testbed/callers/client.js'
import { memoryMb, schedulerTimes, trackPeakMemory } from '../../../testbed/procfs.js'
import { checkCsvResult } from '../datasets/checkCsvResult.js'
import { OTHER_DOMAINS, otherDomain, PROVIDERS, writeList } from '../datasets/csvList.js'
import { leaveFirstCore } from '../environment/cpuPinning.js'
import { startDnsResponder } from '../environment/dnsServers.js'
import { createEventLoopMonitor, type EventLoopDelay } from '../environment/eventLoopMonitor.js'
import { startMeasuredService, withDirectory } from '../environment/service.js'
import { startBackgroundVerifier } from '../load/backgroundVerifier.js'
import type { SteadyVerifierResult } from '../load/steadyVerifier.js'
import { figure, type Report } from '../report.js'

interface CsvOptions {
  readonly rows: number
  /** Concurrent single verifications per second. */
  readonly rate: number
  /** Additional Node options for the service, for profiling. */
  readonly node: readonly string[]
}

/** One phase of the upload and its cost. */
interface Phase {
  readonly name: string
  readonly seconds: number
  readonly aboveIdleMb: number
  readonly loop: EventLoopDelay
  /** Seconds that the main thread ran, and that it waited for a CPU. */
  readonly running: number
  readonly waiting: number
}

interface Measured {
  readonly phases: readonly Phase[]
  readonly idleMb: number
  /** Single verifications during the upload, and without one. */
  readonly during: SteadyVerifierResult
  readonly baseline: SteadyVerifierResult
  readonly fileBytes: number
  readonly distinct: number
}

const MAX_MB = 150
const MAX_LOOP_MS = 100
const MAX_VERIFY_MS = 100
/** Idle time after each garbage collection. */
const IDLE_MS = 3_000
const IDLE_COLLECTIONS = 2
const BASELINE_MS = 10_000
const POLL_MS = 250
const WARM_UP_BATCH = 1_000

/** A large upload from the file to its result: duration, memory and the effect on other requests. */
export async function benchCsv(options: CsvOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsResponder(0)
  try {
    return report(options, await withDirectory((directory) => measure(options, directory, dns.port)))
  } finally {
    await dns.stop()
  }
}

async function measure({ rows, rate, node }: CsvOptions, directory: string, dnsPort: number): Promise<Measured> {
  const list = join(directory, 'list.csv')
  const result = join(directory, 'result.csv')
  const distinct = await writeList(list, rows)
  const monitor = createEventLoopMonitor(directory)
  const service = await startMeasuredService(join(directory, 'data'), dnsPort, 2, {
    ...monitor.preload(node),
    allCores: true,
  })
  const { url, pid } = service
  const [uploaderKey, verifierKey] = service.keys as [string, string]
  await warmCache(url, verifierKey)
  const idleMb = await idleMemoryMb(pid, () => monitor.take(pid))
  const baseline = await verifyUndisturbed(url, verifierKey, rate)
  await monitor.take(pid)

  const phases: Phase[] = []
  const runPhase = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const { outcome, ...cost } = await costOf(pid, work)
    phases.push({ name, ...cost, aboveIdleMb: cost.peakMb - idleMb, loop: await monitor.take(pid) })
    return outcome
  }
  const api = createService({ base: new URL(url), key: uploaderKey, signal: new AbortController().signal })
  const source = await openBulkSource(list)
  const verifier = await startBackgroundVerifier(url, verifierKey, rate)
  const { jobId } = await runPhase('upload, until accepted', () =>
    api.upload(source, {}, 'bench', { onProgress() {}, onEnd: async () => {} }),
  )
  const job = await runPhase('verification, until completed', () => untilEnded(() => api.job(jobId)))
  const during = await verifier.stop()
  await runPhase('download', async () => pipeline(await api.download(jobId), createWriteStream(result)))

  if (job.status !== 'completed' || job.processed !== rows) throw new Error(`The job ended as ${JSON.stringify(job)}.`)
  await checkCsvResult(result, rows)
  await requireCharged(url, uploaderKey, distinct)
  await service.stop()
  return { phases, idleMb, during, baseline, fileBytes: (await stat(list)).size, distinct }
}

/** Runs a phase and measures the service meanwhile. */
async function costOf<T>(pid: number, work: () => Promise<T>) {
  const stopTracking = trackPeakMemory(pid)
  const before = await schedulerTimes(pid)
  const startedAt = performance.now()
  const outcome = await work()
  const seconds = (performance.now() - startedAt) / 1_000
  const after = await schedulerTimes(pid)
  return {
    outcome,
    seconds,
    peakMb: stopTracking(),
    running: after.running - before.running,
    waiting: after.waiting - before.waiting,
  }
}

async function verifyUndisturbed(url: string, key: string, rate: number): Promise<SteadyVerifierResult> {
  const verifier = await startBackgroundVerifier(url, key, rate)
  await sleep(BASELINE_MS)
  return verifier.stop()
}

function report({ rows, rate }: CsvOptions, measured: Measured): Report {
  const { phases, idleMb, during, baseline, fileBytes, distinct } = measured
  const [upload, verification] = phases as [Phase, Phase, Phase]
  const maximum = (value: (phase: Phase) => number) => Math.max(...phases.map(value))
  const verifiedSeconds = upload.seconds + verification.seconds
  return {
    benchmark: `A CSV file of ${figure(rows)} rows, from the upload to its result`,
    settings: {
      cores: 'all; the clients run on the last one',
      file: `${(fileBytes / 1_000_000).toFixed(1)} MB, ${figure(distinct)} distinct addresses`,
      rows: '60 % at 12 providers, 30 % at 50,000 other domains, 5 % invalid, 5 % duplicates; domains cached',
      idle: `${idleMb.toFixed(0)} MB of anonymous memory, warm cache, after garbage collection`,
      'load average': loadavg()[0]!.toFixed(1),
    },
    columns: ['', 'seconds', 'rows/s', 'CPU s', 'CPU wait s', 'MB above idle', 'loop delay p50 ms', 'p99 ms', 'max ms'],
    rows: phases.map(({ name, seconds, running, waiting, aboveIdleMb, loop }) => [
      name,
      seconds,
      rows / seconds,
      running,
      waiting,
      aboveIdleMb,
      loop.p50,
      loop.p99,
      loop.max,
    ]),
    targets: [
      { what: 'anonymous memory above idle, MB', measured: maximum((phase) => phase.aboveIdleMb), atMost: MAX_MB },
      { what: 'event-loop delay, p99 ms', measured: maximum(({ loop }) => loop.p99), atMost: MAX_LOOP_MS },
      { what: '/v1/verify during the upload, p99 ms', measured: during.p99Ms, atMost: MAX_VERIFY_MS },
    ],
    notes: [
      `/v1/verify during the upload, ${rate}/s: ${describeLatencies(during)}`,
      `/v1/verify without an upload, just before: ${describeLatencies(baseline)}`,
      `from the upload to the last row: ${verifiedSeconds.toFixed(1)} s, ${figure(rows / verifiedSeconds)} rows/s`,
      'checked: every row of the result is in its place with its columns and its verdict; each distinct address was charged once',
    ],
  }
}

const describeLatencies = ({ count, p50Ms, p99Ms, maxMs, generatorP99Ms }: SteadyVerifierResult): string =>
  `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, maximum ${maxMs.toFixed(1)} ms of ${count}; p99 delay of the load generator ${generatorP99Ms.toFixed(1)} ms`

/** Verifies one address of every domain, so that their mail routes are cached. */
async function warmCache(url: string, key: string): Promise<void> {
  const { request, close } = client(url)
  const domains = [...PROVIDERS, ...Array.from({ length: OTHER_DOMAINS }, (_, index) => otherDomain(index))]
  for (let from = 0; from < domains.length; from += WARM_UP_BATCH) {
    const emails = domains.slice(from, from + WARM_UP_BATCH).map((domain) => `someone@${domain}`)
    const { status, body } = await request('POST', '/v1/verify/batch', { key, body: { emails } })
    if (status !== 200 || body.summary.valid !== emails.length) throw new Error(`The warm-up failed: ${status}`)
  }
  close()
}

/** Anonymous memory after garbage collection; V8 returns memory to the system some time later. */
async function idleMemoryMb(pid: number, collectGarbage: () => Promise<unknown>): Promise<number> {
  for (let turn = 0; turn < IDLE_COLLECTIONS; turn++) {
    await sleep(IDLE_MS)
    await collectGarbage()
  }
  await sleep(IDLE_MS)
  return memoryMb(pid, 'RssAnon')
}

async function untilEnded(getJob: () => Promise<BulkJob>): Promise<BulkJob> {
  for (;;) {
    const job = await getJob()
    if (job.status !== 'pending' && job.status !== 'processing') return job
    await sleep(POLL_MS)
  }
}

async function requireCharged(url: string, key: string, expected: number): Promise<void> {
  const { request, close } = client(url)
  const { verifications } = (await request('GET', '/v1/stats', { key })).body.current_month
  close()
  if (verifications !== expected) throw new Error(`${verifications} addresses were charged instead of ${expected}.`)
}
