// Benchmark `verify`: single verifications against a plain Express echo server.
import { startDnsServer } from '../../../testbed/dns/server.js'
import { countEvents } from '../datasets/countEvents.js'
import { warmAddresses, warmZone } from '../datasets/warmAddresses.js'
import { startEchoServer } from '../environment/childProcess.js'
import { leaveFirstCore, pinning } from '../environment/cpuPinning.js'
import { startMeasuredService, withDirectory } from '../environment/service.js'
import { type ClosedLoopResult, runClosedLoop } from '../load/closedLoop.js'
import { createPeerLoad } from '../load/peer.js'
import { cycle, requestBytes, verifyRequests } from '../load/requests.js'
import type { HttpResponse } from '../load/responseReader.js'
import { median, type Report, type Target, times } from '../report.js'

interface VerifyOptions {
  readonly seconds: number
  readonly rounds: number
  readonly connections: readonly number[]
  /** Another service to measure in the same rounds: a GET URL that contains `{email}`. */
  readonly peer?: string
}

interface Round {
  readonly verify: ClosedLoopResult
  readonly echo: ClosedLoopResult
  readonly peer?: ClosedLoopResult
}

interface Measured {
  readonly connections: number
  readonly rounds: readonly Round[]
}

const ACCOUNTS = 4
const ADDRESSES = 400
const WARM_UP_SECONDS = 2
/** Targets as multiples of the echo server, by number of connections. */
const MIN_RATIOS: { readonly [connections: number]: number } = { 32: 1.2, 128: 1.5 }

const isVerdict = ({ status, body }: HttpResponse) => status === 200 && body.includes('"status":"valid"')
const isEcho = ({ status, body }: HttpResponse) => status === 200 && body.includes('"email":')

/** POST /v1/verify with a warm cache, one durable event per request, against a plain Express echo server on the same core. */
export async function benchVerify(options: VerifyOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  const echo = await startEchoServer()
  try {
    return await withDirectory(async (directory) => {
      const service = await startMeasuredService(directory, dns.port, ACCOUNTS)
      const { measured, responses } = await measure(options, service, echo)
      await service.stop()
      const events = await countEvents(directory, 'AddressVerified')
      if (events !== responses) throw new Error(`${responses} responses, but ${events} events in the log.`)
      return report(options, measured, responses)
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
  const nextVerification = cycle(verifyRequests(emails, service.keys))
  const nextEcho = cycle(emails.map((email) => requestBytes('/', { key: service.keys[0]!, body: { email } })))
  const peerLoad = options.peer === undefined ? undefined : createPeerLoad(options.peer, emails)

  async function runRound(connections: number, seconds: number): Promise<Round> {
    const { url, pid } = service
    const verify = await runClosedLoop({ url, pid, next: nextVerification, isGood: isVerdict, connections, seconds })
    const baseline = { url: echo.url, pid: echo.pid, next: nextEcho, isGood: isEcho, connections, seconds }
    const peer = await peerLoad?.(connections, seconds)
    return { verify, echo: await runClosedLoop(baseline), ...(peer && { peer }) }
  }

  let { responses } = (await runRound(Math.max(...options.connections), WARM_UP_SECONDS)).verify
  const measured: Measured[] = []
  for (const connections of options.connections) {
    const rounds: Round[] = []
    for (let index = 0; index < options.rounds; index++) {
      const round = await runRound(connections, options.seconds)
      responses += round.verify.responses
      rounds.push(round)
    }
    measured.push({ connections, rounds })
  }
  return { measured, responses }
}

type Subject = keyof Round

/** Median of the ratios per round, because load on the machine slows both down. */
const ratio = (rounds: readonly Round[], to: Subject): number =>
  median(rounds.map((round) => round.verify.perSecond / round[to]!.perSecond))

function report({ seconds, rounds, peer }: VerifyOptions, measured: readonly Measured[], responses: number): Report {
  const names: readonly Subject[] = peer ? ['verify', 'echo', 'peer'] : ['verify', 'echo']
  return {
    benchmark: 'POST /v1/verify, warm cache, one durable event per request',
    settings: {
      pinning,
      baseline: 'Express 5 echo server (express.json() and res.json()), same core, same run, alternating rounds',
      rounds: `${rounds} of ${seconds} s each; medians, and the median of the rounds' ratios`,
      addresses: `${ADDRESSES} at ${Object.keys(warmZone).length - 1} domains, ${ACCOUNTS} accounts`,
      ...(peer && { peer: `${peer}, on the core that its operator chose` }),
    },
    columns: ['', 'connections', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs each', 'verify ÷ this', 'load generator'],
    rows: measured.flatMap((each) => names.map((name) => row(name, each))),
    targets: measured.flatMap(({ connections, rounds: measuredRounds }): Target[] => [
      ...(MIN_RATIOS[connections] === undefined
        ? []
        : [
            {
              what: `verify ÷ echo at ${connections} connections`,
              measured: ratio(measuredRounds, 'echo'),
              atLeast: MIN_RATIOS[connections],
            },
          ]),
      ...(peer
        ? [{ what: `verify ÷ peer at ${connections} connections`, measured: ratio(measuredRounds, 'peer'), atLeast: 1 }]
        : []),
    ]),
    notes: [`${responses} responses, all of them 200 with a verdict and an event in the log`],
  }
}

function row(name: Subject, { connections, rounds }: Measured): (string | number)[] {
  const medianOf = (value: (result: ClosedLoopResult) => number) => median(rounds.map((round) => value(round[name]!)))
  const cpu = medianOf(({ cpuUs }) => cpuUs)
  return [
    name,
    String(connections),
    medianOf(({ perSecond }) => perSecond),
    medianOf(({ p50Ms }) => p50Ms),
    medianOf(({ p99Ms }) => p99Ms),
    Number.isNaN(cpu) ? '–' : cpu,
    name === 'verify' ? '' : times(ratio(rounds, name)),
    `${Math.round(medianOf(({ generatorCpu }) => generatorCpu) * 100)} % of its core`,
  ]
}
