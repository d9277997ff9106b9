// Benchmark `backtest`: the live rules over every verification since their activation, and its effect on other requests.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newEvents } from '../../../src/eventing/newEvents.js'
import { withUpcasters } from '../../../src/eventing/upcast.js'
import { createRulesInForce } from '../../../src/features/rules/internal/compiled.js'
import { parseRules } from '../../../src/features/rules/language/parse.js'
import type { AddressVerified } from '../../../src/features/verification/events.js'
import { keyOf, type V2Reason } from '../../../src/features/verification/index.js'
import { newId } from '../../../src/kernel/ids.js'
import { monthOf } from '../../../src/kernel/months.js'
import type { EventStore } from '../../../src/kernel/ports/eventStore.js'
import { streamName } from '../../../src/kernel/stream.js'
import { upcasters } from '../../../src/upcasters.js'
import { client } from '../../../testbed/callers/client.js'
import { memoryMb, schedulerTimes, trackPeakMemory } from '../../../testbed/procfs.js'
import { BUILT, runProgram } from '../../../testbed/service/program.js'
import { seedDirectory } from '../datasets/seedDirectory.js'
import { leaveFirstCore } from '../environment/cpuPinning.js'
import { startDnsResponder } from '../environment/dnsServers.js'
import { startMeasuredService, withDirectory } from '../environment/service.js'
import { startBackgroundVerifier } from '../load/backgroundVerifier.js'
import type { SteadyVerifierResult } from '../load/steadyVerifier.js'
import { figure, type Report, times } from '../report.js'

interface BacktestOptions {
  /** Single verifications in the log. */
  readonly events: number
  /** Concurrent single verifications per second of another account. */
  readonly rate: number
}

interface Measured {
  readonly seconds: number
  /** CPU seconds of the service's main thread, without those of the other account's verifications. */
  readonly cpuSeconds: number
  readonly aboveIdleMb: number
  readonly result: { readonly processed: number; readonly changed: number; readonly undecided: number }
  readonly during: SteadyVerifierResult
  readonly baseline: SteadyVerifierResult
}

const EVENTS_PER_APPEND = 500
const SETTLE_MS = 2_000
/** Share of a core that a service takes at most once its reactors have read the log. */
const IDLE_SHARE = 0.05
const BASELINE_MS = 10_000
const POLL_MS = 100
/** Verifications that must be possible in a minute on one core. */
const GOAL = 10_000_000
const GOAL_SECONDS = 60
const MAX_MB = 200
const MAX_RATIO = 3
const MAX_P99_MS = 300

/** Fifty rules, of which some hold. */
const RULES = Array.from({ length: 50 }, (_, index) => ({
  name: `rule of domain ${index}`,
  when: {
    any: [
      { fact: 'domain', op: 'eq', value: `d${index * 7}.example.net` },
      {
        all: [
          { fact: 'reasons', op: 'contains', value: 'mx_absent' },
          { fact: 'suffix', op: 'eq', value: `t${index}` },
        ],
      },
    ],
  },
  action: index % 3 === 0 ? 'deny' : 'review',
}))

export async function benchBacktest(options: BacktestOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsResponder(0)
  try {
    return report(options, await withDirectory((directory) => measure(options, join(directory, 'data'), dns.port)))
  } finally {
    await dns.stop()
  }
}

async function measure({ events, rate }: BacktestOptions, data: string, dnsPort: number): Promise<Measured> {
  const key = await prepare(data, dnsPort, events)
  const service = await startMeasuredService(data, dnsPort, 1)
  const { url, pid } = service
  const [verifierKey] = service.keys as [string]
  const { request, close } = client(url)
  try {
    await untilIdle(pid)
    const idleMb = await memoryMb(pid, 'RssAnon')
    const alone = await startBackgroundVerifier(url, verifierKey, rate)
    const quiet = await schedulerTimes(pid)
    await sleep(BASELINE_MS)
    const others = ((await schedulerTimes(pid)).running - quiet.running) / BASELINE_MS
    const baseline = await alone.stop()
    const verifier = await startBackgroundVerifier(url, verifierKey, rate)
    const stopTracking = trackPeakMemory(pid)
    const before = await schedulerTimes(pid)
    const startedAt = performance.now()
    const begun = await request('POST', '/v1/rules/backtests', { key, body: { rules: 'live' } })
    if (begun.status !== 202) throw new Error(`The backtest was answered ${begun.text}.`)
    for (;;) {
      const { body } = await request('GET', `/v1/rules/backtests/${begun.body.id}`, { key })
      if (body.ended_at === null) {
        await sleep(POLL_MS)
        continue
      }
      const milliseconds = performance.now() - startedAt
      const { running } = await schedulerTimes(pid)
      const cpuSeconds = running - before.running - others * milliseconds
      const aboveIdleMb = stopTracking() - idleMb
      const during = await verifier.stop()
      if (body.status !== 'completed' || body.processed !== events)
        throw new Error(`The backtest ended as ${body.status} with ${body.processed} verifications.`)
      return { seconds: milliseconds / 1_000, cpuSeconds, aboveIdleMb, result: body, during, baseline }
    }
  } finally {
    close()
    await service.stop()
  }
}

async function untilIdle(pid: number): Promise<void> {
  for (;;) {
    const before = await schedulerTimes(pid)
    await sleep(SETTLE_MS)
    const { running } = await schedulerTimes(pid)
    if ((running - before.running) * 1_000 < SETTLE_MS * IDLE_SHARE) return
  }
}

/** An account with rules, and with verifications that they decided. @returns its key */
async function prepare(data: string, dnsPort: number, events: number): Promise<string> {
  const service = await startMeasuredService(data, dnsPort, 1)
  const [key] = service.keys as [string]
  const { request, close } = client(service.url)
  await request('PUT', '/v1/rules/draft', { key, body: { rules: RULES } })
  const activated = await request('POST', '/v1/rules/activate', { key })
  const me = await request('GET', '/v1/accounts/me', { key })
  close()
  await service.stop()
  if (activated.status !== 200) throw new Error(`The rules were answered ${activated.text}.`)
  await seedDirectory(data, (store) => writeVerifications(withUpcasters(store, upcasters), me.body.id, events))
  // A service that does this at its start is not healthy in time.
  const { code, stderr } = await runProgram(['projections', 'rebuild', '--all'], { DATA_DIR: data }, BUILT)
  if (code !== 0) throw new Error(`The read models were not rebuilt: ${stderr}`)
  return key
}

async function writeVerifications(store: EventStore, account: string, events: number): Promise<void> {
  const rules = createRulesInForce({
    version: 1,
    rules: parseRules(RULES),
    allow: undefined,
    deny: undefined,
    hash: () => 0,
  })
  const key = keyOf(newId())
  const stream = streamName('usage', `${account}.${monthOf(Date.now())}`)

  function verified(index: number): AddressVerified {
    const isBad = index % 7 === 0
    const domain = `d${index % 500}.example.net`
    const reasons: readonly V2Reason[] = isBad ? ['mx_absent'] : ['deliverable']
    const status = isBad ? 'invalid' : 'valid'
    const decision = isBad ? 'deny' : 'allow'
    const { recorded } = rules.decide({
      canonical: `someone@${domain}`,
      domain,
      exchanges: [],
      provider: null,
      status,
      decision,
      reasons,
      mailbox: 'not_checked',
      acceptAll: 'unknown',
      mailboxCode: null,
      mailboxEnhancedCode: null,
      mailboxFinal: true,
      key,
      at: Date.now(),
    })
    return {
      type: 'AddressVerified',
      data: {
        account,
        api: 'v1',
        status,
        valid: !isBad,
        reason: isBad ? 'mx' : null,
        disposable: false,
        role: index % 13 === 0,
        free: false,
        domain,
        provider: null,
        durationUs: 150 + (index % 400),
        charged: 0,
        decision,
        ...(isBad && { reasons, route: 'no_target' as const }),
        lists: 'v2026-11-26-3fa91c04d2b7',
        address: index,
        key,
        ruling: recorded,
      },
    }
  }

  for (let from = 0; from < events; from += EVENTS_PER_APPEND) {
    const decided = Array.from({ length: Math.min(EVENTS_PER_APPEND, events - from) }, (_, at) => verified(from + at))
    // Each has a request of its own, as in a service.
    const written = decided.flatMap((event) => {
      const id = newId()
      return newEvents(stream, [event], { id: account, correlationId: id, commandId: id })
    })
    await store.append(stream, written, { expected: 'any' })
  }
}

function report({ events, rate }: BacktestOptions, measured: Measured): Report {
  const { seconds, cpuSeconds, aboveIdleMb, result, during, baseline } = measured
  const perGoal = (cpuSeconds / events) * GOAL
  return {
    benchmark: `A backtest of the live rules over ${figure(events)} single verifications since their activation`,
    settings: {
      service: 'one core',
      others: `${rate} verifications/s of another account`,
      'load average': loadavg()[0]!.toFixed(1),
    },
    columns: ['', 'seconds', 'CPU s', 'verifications/s of CPU', 'MB above idle', 'changed', 'undecided'],
    rows: [['backtest', seconds, cpuSeconds, events / cpuSeconds, aboveIdleMb, result.changed, result.undecided]],
    targets: [
      { what: 'differences', measured: result.changed, atMost: 0 },
      { what: 'CPU seconds for 10 million', measured: perGoal, atMost: GOAL_SECONDS },
      { what: 'anonymous memory above idle, MB', measured: aboveIdleMb, atMost: MAX_MB },
      { what: "others' p99, ms", measured: during.p99Ms, atMost: MAX_P99_MS },
      { what: "others' p99 against before", measured: during.p99Ms / baseline.p99Ms, atMost: MAX_RATIO },
    ],
    notes: [
      `others' p99 before ${baseline.p99Ms.toFixed(1)} ms, during ${during.p99Ms.toFixed(1)} ms (${times(during.p99Ms / baseline.p99Ms)})`,
      'CPU seconds are those of the main thread, less what the other account’s verifications took before',
    ],
  }
}
