import { startDnsServer } from '../../test/support/dnsServer.js'
import { warmAddresses, warmZone } from './addresses.js'
import type { HttpAnswer } from './answer.js'
import { startEcho } from './children.js'
import { leaveFirstCore, pinning } from './cores.js'
import { countEvents } from './countEvents.js'
import { startUnlimited, withDirectory } from './house.js'
import { inTurn, type LoadResult, requestBytes, runLoad } from './load.js'
import { createPeerLoad } from './peer.js'
import { median, type Report, type Target, times } from './report.js'

export interface VerifyOptions {
  readonly seconds: number
  readonly rounds: number
  readonly connections: readonly number[]
  /** Another service to measure in the same rounds: a GET URL that contains `{email}`. */
  readonly peer?: string
}

interface Round {
  readonly verify: LoadResult
  readonly echo: LoadResult
  readonly peer?: LoadResult
}

interface Measured {
  readonly connections: number
  readonly rounds: readonly Round[]
}

const ACCOUNTS = 4
const ADDRESSES = 400
const WARM_UP_SECONDS = 2
/** Targets as multiples of the echo server, by number of connections. */
const LEAST: { readonly [connections: number]: number } = { 32: 1.2, 128: 1.5 }

const isVerdict = ({ status, body }: HttpAnswer) => status === 200 && body.includes('"status":"valid"')
const isEcho = ({ status, body }: HttpAnswer) => status === 200 && body.includes('"email":')

/** POST /v1/verify, one durable event a request, warm cache, against a plain Express echo on the same core. */
export async function benchVerify(options: VerifyOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  const echo = await startEcho()
  try {
    return await withDirectory(async (directory) => {
      const service = await startUnlimited(directory, dns.port, ACCOUNTS)
      const { measured, answered } = await measure(options, service, echo)
      await service.stop()
      const events = await countEvents(directory, 'AddressVerified')
      if (events !== answered) throw new Error(`${answered} answers, but ${events} events in the log`)
      return report(options, measured, answered)
    })
  } finally {
    await echo.stop()
    await dns.close()
  }
}

interface Server {
  readonly url: string
  readonly pid: number
}

async function measure(options: VerifyOptions, service: Server & { readonly keys: readonly string[] }, echo: Server) {
  const emails = warmAddresses(ADDRESSES)
  const verifications = inTurn(
    emails.flatMap((email) => service.keys.map((key) => requestBytes('/v1/verify', { key, body: { email } }))),
  )
  const echoes = inTurn(emails.map((email) => requestBytes('/', { key: service.keys[0]!, body: { email } })))
  const peerLoad = options.peer === undefined ? undefined : createPeerLoad(options.peer, emails)

  async function round(connections: number, seconds: number): Promise<Round> {
    const { url, pid } = service
    const verify = await runLoad({ url, pid, next: verifications, isGood: isVerdict, connections, seconds })
    const baseline = { url: echo.url, pid: echo.pid, next: echoes, isGood: isEcho, connections, seconds }
    const peer = await peerLoad?.(connections, seconds)
    return { verify, echo: await runLoad(baseline), ...(peer && { peer }) }
  }

  let { answered } = (await round(Math.max(...options.connections), WARM_UP_SECONDS)).verify
  const measured: Measured[] = []
  for (const connections of options.connections) {
    const rounds: Round[] = []
    for (let turn = 0; turn < options.rounds; turn++) {
      const done = await round(connections, options.seconds)
      answered += done.verify.answered
      rounds.push(done)
    }
    measured.push({ connections, rounds })
  }
  return { measured, answered }
}

type Name = keyof Round

/** Median of the ratios per round, because load on the machine slows both down. */
const ratio = (rounds: readonly Round[], to: Name): number =>
  median(rounds.map((round) => round.verify.perSecond / round[to]!.perSecond))

function report({ seconds, rounds, peer }: VerifyOptions, measured: readonly Measured[], answered: number): Report {
  const names: readonly Name[] = peer ? ['verify', 'echo', 'peer'] : ['verify', 'echo']
  return {
    benchmark: 'POST /v1/verify, warm, one durable event a request',
    settings: {
      pinning,
      baseline: 'Express 5, express.json() + res.json(), same core, same run, alternating rounds',
      rounds: `${rounds} of ${seconds} s each; medians, and the median of the rounds' ratios`,
      addresses: `${ADDRESSES} over ${Object.keys(warmZone).length - 1} domains, ${ACCOUNTS} accounts`,
      ...(peer && { peer: `${peer}, on the core where its operator put it` }),
    },
    columns: ['', 'connections', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs each', 'verify is', 'generator'],
    rows: measured.flatMap((each) => names.map((name) => row(name, each))),
    targets: measured.flatMap(({ connections, rounds: done }): Target[] => [
      ...(LEAST[connections] === undefined
        ? []
        : [
            {
              what: `verify ÷ echo at ${connections} connections`,
              measured: ratio(done, 'echo'),
              atLeast: LEAST[connections],
            },
          ]),
      ...(peer
        ? [{ what: `verify ÷ peer at ${connections} connections`, measured: ratio(done, 'peer'), atLeast: 1 }]
        : []),
    ]),
    notes: [`${answered} answers, each with its event in the log; all of them 200 with a verdict`],
  }
}

function row(name: Name, { connections, rounds }: Measured): (string | number)[] {
  const of = (value: (result: LoadResult) => number) => median(rounds.map((round) => value(round[name]!)))
  const cpu = of(({ cpuUs }) => cpuUs)
  return [
    name,
    String(connections),
    of(({ perSecond }) => perSecond),
    of(({ p50Ms }) => p50Ms),
    of(({ p99Ms }) => p99Ms),
    Number.isNaN(cpu) ? '–' : cpu,
    name === 'verify' ? '' : times(ratio(rounds, name)),
    `${Math.round(of(({ generatorCpu }) => generatorCpu) * 100)} % of its core`,
  ]
}
