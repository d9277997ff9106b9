// Measures calls with names never seen before, beside the resolver alone.
import { startScript } from '../environment/childProcess.js'
import { type DnsServerProcess, startDelayedDns, startImmediateDns } from '../environment/dnsServers.js'
import { startMeasuredService, withDirectory } from '../environment/service.js'
import { runClosedLoop } from '../load/closedLoop.js'
import { requestBytes } from '../load/requests.js'
import { median, percent, type Target } from '../report.js'

/** How names are submitted to the service. */
interface ColdCall {
  readonly path: string
  readonly connections: number
  /** Addresses per call; 1 for a single verification. */
  readonly size: number
  /** Text of a response of which every address is valid. */
  readonly allValid: string
}

export interface ColdRounds {
  readonly seconds: number
  readonly rounds: number
  /** Delay of the slower of the two DNS servers, in milliseconds. */
  readonly delay: number
}

interface ColdResult extends ColdCall {
  /** Name of the DNS server. */
  readonly dns: string
  /** Look-ups per second through verifications. */
  readonly lookUps: number
  /** Look-ups per second of the resolver alone. */
  readonly baseline: number
  readonly ratio: number
}

/** Look-ups per verification of a new name: its MX records, and the address of its exchange. */
export const LOOK_UPS = 2
const MIN_RATIO = 0.8
const WARM_UP_SECONDS = 1

/** For the settings of a report. */
export const COLD_BASELINE = 'the resolver alone on core 0, the same look-ups in the same order and concurrency'

export const COLD_COLUMNS = [
  '',
  'connections',
  'concurrent',
  'DNS',
  'addresses/s',
  'look-ups/s',
  'resolver alone',
  'ratio',
]

export const coldRow = ({ path, connections, size, dns, lookUps, baseline, ratio }: ColdResult) => [
  `POST ${path}`,
  String(connections),
  String(connections * size),
  dns,
  lookUps / LOOK_UPS,
  lookUps,
  baseline,
  percent(ratio),
]

export const coldTarget = ({ path, connections, dns, ratio }: ColdResult): Target => ({
  what: `POST ${path}, ${connections} connections, ${dns}`,
  measured: ratio,
  atLeast: MIN_RATIO,
})

/** Measures each kind of call, with DNS that responds immediately and with DNS that responds after a delay. */
export async function measureCold(calls: readonly ColdCall[], options: ColdRounds): Promise<ColdResult[]> {
  const results: ColdResult[] = []
  for (const start of [startImmediateDns, () => startDelayedDns(options.delay)]) {
    const dns = await start()
    try {
      for (const call of calls) results.push(await measureCall(dns, call, options))
    } finally {
      await dns.stop()
    }
  }
  return results
}

async function measureCall(
  dns: DnsServerProcess,
  call: ColdCall,
  { seconds, rounds }: ColdRounds,
): Promise<ColdResult> {
  const { path, connections, size, allValid } = call
  return withDirectory(async (directory) => {
    const service = await startMeasuredService(directory, dns.port, 4)
    let names = 0
    const newAddress = () => `someone@n${names++}.mailbench.net`
    const next = (): Buffer => {
      const key = service.keys[names % service.keys.length]!
      const body = size === 1 ? { email: newAddress() } : { emails: Array.from({ length: size }, newAddress) }
      return requestBytes(path, { key, body })
    }
    const load = (duration: number) =>
      runClosedLoop({
        url: service.url,
        next,
        isGood: ({ status, body }) => status === 200 && body.includes(allValid),
        connections,
        seconds: duration,
      })

    await load(WARM_UP_SECONDS)
    const lookUps: number[] = []
    const baseline: number[] = []
    for (let round = 0; round < rounds; round++) {
      lookUps.push((await load(seconds)).meanPerSecond * size * LOOK_UPS)
      const args = [dns.port, connections * size, seconds, 0].map(String)
      baseline.push(Number((await startScript('resolverProcess.ts', args, true)).line))
    }
    await service.stop()
    const ratio = median(lookUps.map((rate, round) => rate / baseline[round]!))
    return { ...call, dns: dns.name, lookUps: median(lookUps), baseline: median(baseline), ratio }
  })
}
