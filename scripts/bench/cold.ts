import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startScript } from './children.js'
import { leaveFirstCore, pinning } from './cores.js'
import { startUnlimited, withDirectory } from './house.js'
import { requestBytes, runLoad } from './load.js'
import { hasNsd, startNsd } from './nsd.js'
import { median, percent, type Report } from './report.js'

export interface ColdOptions {
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
  /** Milliseconds until the slower of the two DNS servers answers. */
  readonly delay: number
}

interface DnsProcess {
  readonly name: string
  readonly port: number
  stop(): Promise<void>
}

interface Way {
  readonly name: string
  readonly connections: number
  /** Addresses of one call; 1 = /v1/verify. */
  readonly size: number
}

interface Measured extends Way {
  readonly dns: string
  readonly through: number
  readonly alone: number
  readonly ratio: number
}

/** Look-ups of one verification of a name never seen: its MX, and the address of its exchange. */
const LOOK_UPS = 2
const NAMES_OF_NSD = 600_000
const BATCH = 1_000
const LEAST = 0.8

/** Names never seen before: look-ups a second that come of verifications, against those of the resolver alone. */
export async function benchCold({ seconds, rounds, connections, delay }: ColdOptions): Promise<Report> {
  leaveFirstCore()
  const ways: readonly Way[] = [
    { name: 'POST /v1/verify', connections, size: 1 },
    { name: 'POST /v1/verify/batch', connections: 1, size: BATCH },
    { name: 'POST /v1/verify/batch', connections: 2, size: BATCH },
  ]
  const servers = [startFast, () => startSlow(delay)]
  const measured: Measured[] = []
  for (const start of servers) {
    const dns = await start()
    try {
      for (const way of ways) measured.push(await measure(dns, way, { seconds, rounds }))
    } finally {
      await dns.stop()
    }
  }
  return {
    benchmark: "Cold names: look-ups a second through verifications ÷ the resolver's own",
    settings: {
      pinning,
      DNS: 'in a process of its own, on the core of the load',
      baseline: 'the resolver alone on core 0, the same look-ups in the same order, as many in flight',
      rounds: `${rounds} of ${seconds} s each, alternating; medians`,
      names: `each never seen before, ${LOOK_UPS} look-ups each (MX, then the address of its own exchange)`,
    },
    columns: ['', 'connections', 'in flight', 'DNS', 'addresses/s', 'look-ups/s', 'resolver alone', 'ratio'],
    rows: measured.map(({ name, connections: count, size, dns, through, alone, ratio }) => [
      name,
      String(count),
      String(count * size),
      dns,
      through / LOOK_UPS,
      through,
      alone,
      percent(ratio),
    ]),
    targets: measured.map(({ name, connections: count, dns, ratio }) => ({
      what: `${name} × ${count}, ${dns}`,
      measured: ratio,
      atLeast: LEAST,
    })),
  }
}

async function measure(
  dns: DnsProcess,
  { name, connections, size }: Way,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Measured> {
  return withDirectory(async (directory) => {
    const service = await startUnlimited(directory, dns.port, 4)
    let seen = 0
    const fresh = () => `someone@n${seen++}.mailbench.net`
    const next = (): Buffer => {
      const key = service.keys[seen % service.keys.length]!
      if (size === 1) return requestBytes('/v1/verify', { key, body: { email: fresh() } })
      return requestBytes('/v1/verify/batch', { key, body: { emails: Array.from({ length: size }, fresh) } })
    }
    const good = size === 1 ? '"status":"valid"' : `"summary":{"total":${size},"valid":${size},`
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
      through.push((await load(seconds)).perSecond * size * LOOK_UPS)
      const words = [dns.port, connections * size, seconds, 0].map(String)
      alone.push(Number((await startScript('resolverAlone.ts', words, true)).line))
    }
    await service.stop()
    const ratio = median(through.map((rate, round) => rate / alone[round]!))
    return { name, connections, size, dns: dns.name, through: median(through), alone: median(alone), ratio }
  })
}

async function startFast(): Promise<DnsProcess> {
  if (!hasNsd) return { name: 'our own, at once', ...(await startResponder(0)) }
  const directory = await mkdtemp(join(tmpdir(), 'mailproof-nsd-'))
  const nsd = await startNsd(directory, NAMES_OF_NSD)
  const stop = async () => {
    await nsd.stop()
    await rm(directory, { recursive: true, force: true })
  }
  return { name: 'nsd, at once', port: nsd.port, stop }
}

const startSlow = async (delayMs: number): Promise<DnsProcess> => ({
  name: `our own, ${delayMs} ms`,
  ...(await startResponder(delayMs)),
})

async function startResponder(delayMs: number): Promise<Pick<DnsProcess, 'port' | 'stop'>> {
  const child = await startScript('dnsResponder.ts', [String(delayMs)], false)
  return { port: Number(child.line), stop: child.stop }
}
