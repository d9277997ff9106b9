import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startScript } from './children.js'
import { leaveFirstCore, pinning } from './cores.js'
import { startUnlimited, withDirectory } from './house.js'
import { requestBytes, runLoad } from './load.js'
import { hasNsd, startNsd } from './nsd.js'
import { median, percent, type Report, type Target } from './report.js'

export interface ColdOptions {
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
  /** Delay of the slower of the two DNS servers, in milliseconds. */
  readonly delay: number
}

export interface DnsProcess {
  readonly name: string
  readonly port: number
  stop(): Promise<void>
}

/** How names are submitted to the service. */
export interface Way {
  readonly path: string
  readonly connections: number
  /** Addresses of one call; 1 = a single verification. */
  readonly size: number
  /** Text that a response contains if all its addresses are valid. */
  readonly good: string
}

export interface Measured extends Way {
  readonly dns: string
  readonly through: number
  readonly alone: number
  readonly ratio: number
}

/** Look-ups of one verification of a name never seen: its MX, and the address of its exchange. */
export const LOOK_UPS = 2
const NAMES_OF_NSD = 600_000
const BATCH = 1_000
const LEAST = 0.8

/** Names never seen before: look-ups per second caused by verifications, against the resolver alone. */
export async function benchCold({ seconds, rounds, connections, delay }: ColdOptions): Promise<Report> {
  leaveFirstCore()
  const batch = { path: '/v1/verify/batch', size: BATCH, good: `"summary":{"total":${BATCH},"valid":${BATCH},` }
  const measured = await measureCold(
    [
      { path: '/v1/verify', connections, size: 1, good: '"status":"valid"' },
      { ...batch, connections: 1 },
      { ...batch, connections: 2 },
    ],
    { seconds, rounds, delay },
  )
  return {
    benchmark: "Cold names: look-ups a second through verifications ÷ the resolver's own",
    settings: {
      pinning,
      DNS: 'in a process of its own, on the core of the load',
      baseline: 'the resolver alone on core 0, the same look-ups in the same order, as many in flight',
      rounds: `${rounds} of ${seconds} s each, alternating; medians`,
      names: `each never seen before, ${LOOK_UPS} look-ups each (MX, then the address of its own exchange)`,
    },
    columns: COLD_COLUMNS,
    rows: measured.map(coldRow),
    targets: measured.map(coldTarget),
  }
}

export const COLD_COLUMNS = [
  '',
  'connections',
  'in flight',
  'DNS',
  'addresses/s',
  'look-ups/s',
  'resolver alone',
  'ratio',
]

export const coldRow = ({ path, connections, size, dns, through, alone, ratio }: Measured): (string | number)[] => [
  `POST ${path}`,
  String(connections),
  String(connections * size),
  dns,
  through / LOOK_UPS,
  through,
  alone,
  percent(ratio),
]

export const coldTarget = ({ path, connections, dns, ratio }: Measured): Target => ({
  what: `POST ${path} × ${connections}, ${dns}`,
  measured: ratio,
  atLeast: LEAST,
})

/** Every mode, with DNS that responds immediately and with DNS that responds after a delay. */
export async function measureCold(
  ways: readonly Way[],
  { seconds, rounds, delay }: Omit<ColdOptions, 'connections'>,
): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const start of [startFast, () => startSlow(delay)]) {
    const dns = await start()
    try {
      for (const way of ways) measured.push(await measure(dns, way, { seconds, rounds }))
    } finally {
      await dns.stop()
    }
  }
  return measured
}

async function measure(
  dns: DnsProcess,
  way: Way,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Measured> {
  const { path, connections, size, good } = way
  return withDirectory(async (directory) => {
    const service = await startUnlimited(directory, dns.port, 4)
    let seen = 0
    const fresh = () => `someone@n${seen++}.mailbench.net`
    const next = (): Buffer => {
      const key = service.keys[seen % service.keys.length]!
      return requestBytes(path, {
        key,
        body: size === 1 ? { email: fresh() } : { emails: Array.from({ length: size }, fresh) },
      })
    }
    const load = (duration: number) =>
      runLoad({
        url: service.url,
        next,
        isGood: ({ status, body }) => status === 200 && body.includes(good),
        connections,
        seconds: duration,
      })

    await load(1)
    const through: number[] = []
    const alone: number[] = []
    for (let round = 0; round < rounds; round++) {
      through.push((await load(seconds)).meanPerSecond * size * LOOK_UPS)
      const words = [dns.port, connections * size, seconds, 0].map(String)
      alone.push(Number((await startScript('resolverAlone.ts', words, true)).line))
    }
    await service.stop()
    const ratio = median(through.map((rate, round) => rate / alone[round]!))
    return { ...way, dns: dns.name, through: median(through), alone: median(alone), ratio }
  })
}

export async function startFast(): Promise<DnsProcess> {
  if (!hasNsd) return { name: 'our own, at once', ...(await startResponder(0)) }
  const directory = await mkdtemp(join(tmpdir(), 'mailproof-nsd-'))
  const nsd = await startNsd(directory, NAMES_OF_NSD)
  const stop = async () => {
    await nsd.stop()
    await rm(directory, { recursive: true, force: true })
  }
  return { name: 'nsd, at once', port: nsd.port, stop }
}

export const startSlow = async (delayMs: number): Promise<DnsProcess> => ({
  name: `our own, ${delayMs} ms`,
  ...(await startResponder(delayMs)),
})

export async function startResponder(delayMs: number): Promise<Pick<DnsProcess, 'port' | 'stop'>> {
  const child = await startScript('dnsResponder.ts', [String(delayMs)], false)
  return { port: Number(child.line), stop: child.stop }
}
