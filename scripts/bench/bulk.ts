import { startDnsServer } from '../../test/support/dnsServer.js'
import { warmAddresses, warmZone } from './addresses.js'
import { startEcho } from './children.js'
import { COLD_COLUMNS, coldRow, coldTarget, measureCold } from './cold.js'
import { leaveFirstCore, pinning } from './cores.js'
import { startUnlimited, withDirectory } from './house.js'
import { inTurn, requestBytes, runLoad } from './load.js'
import { median, type Report, type Target, times } from './report.js'

export interface BulkOptions {
  readonly seconds: number
  readonly rounds: number
  readonly connections: readonly number[]
  /** Delay of the slower of the two DNS servers, in milliseconds. */
  readonly delay: number
  /** More options of node for the service, to profile it; of the warm half. */
  readonly node: readonly string[]
}

const PATH = '/v1/verify/bulk/agent'
/** Addresses per call: the maximum of a synchronous call. */
const SIZE = 10_000
const ADDRESSES = 40_000
const ECHO_CONNECTIONS = 32
const LEAST_PER_SECOND = 50_000
/** AfterShip's apiserver, stateless, one core of the machine on which the targets were set (design/facts.md). */
const GO_PER_SECOND = 16_000
const LEAST_TIMES_GO = 3

const good = `"stats":{"t":${SIZE},"v":${SIZE},`

/** POST /v1/verify/bulk/agent, synchronous, warm: addresses a second, against an Express echo on the same core. */
export async function benchBulkWarm({ seconds, rounds, connections, node }: BulkOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  const echo = await startEcho()
  try {
    return await withDirectory(async (directory) => {
      const service = await startUnlimited(directory, dns.port, 4, { words: node })
      const calls = callsOf(warmAddresses(ADDRESSES), service.keys)
      const echoes = warmAddresses(400).map((email) => requestBytes('/', { body: { email } }))
      const loadEcho = () =>
        runLoad({
          url: echo.url,
          next: inTurn(echoes),
          isGood: ({ status }) => status === 200,
          connections: ECHO_CONNECTIONS,
          seconds,
        })
      const loadAgent = (count: number, duration: number) =>
        runLoad({
          url: service.url,
          next: inTurn(calls),
          isGood: ({ status, body }) => status === 200 && body.includes(good),
          connections: count,
          seconds: duration,
        })

      const measured: { count: number; perSecond: number; p99Ms: number; ratio: number }[] = []
      await loadAgent(Math.max(...connections), 2)
      for (const count of connections) {
        const done: { perSecond: number; p99Ms: number; ratio: number }[] = []
        for (let round = 0; round < rounds; round++) {
          const { meanPerSecond, p99Ms } = await loadAgent(count, seconds)
          const perSecond = meanPerSecond * SIZE
          done.push({ perSecond, p99Ms, ratio: perSecond / (await loadEcho()).perSecond })
        }
        const of = (name: 'perSecond' | 'p99Ms' | 'ratio') => median(done.map((each) => each[name]))
        measured.push({ count, perSecond: of('perSecond'), p99Ms: of('p99Ms'), ratio: of('ratio') })
      }
      await service.stop()
      return {
        benchmark: `POST ${PATH}, ${SIZE.toLocaleString('en')} addresses a call, warm, one durable event a call`,
        settings: {
          pinning,
          baseline: `requests of an Express 5 echo, same core, same run, ${ECHO_CONNECTIONS} connections`,
          rounds: `${rounds} of ${seconds} s each, alternating; medians`,
          'Go validator': `${GO_PER_SECOND.toLocaleString('en')} addresses/s a core, measured earlier (facts.md)`,
        },
        columns: ['connections', 'addresses/s', 'calls/s', 'p99 ms', 'ratio to the echo', 'to the Go validator'],
        rows: measured.map(({ count, perSecond, p99Ms, ratio }) => [
          String(count),
          perSecond,
          perSecond / SIZE,
          p99Ms,
          times(ratio),
          times(perSecond / GO_PER_SECOND),
        ]),
        targets: measured.flatMap(({ count, perSecond }): Target[] => [
          { what: `addresses/s, ${count} connections`, measured: perSecond, atLeast: LEAST_PER_SECOND },
          {
            what: `÷ the Go validator, ${count} connections`,
            measured: perSecond / GO_PER_SECOND,
            atLeast: LEAST_TIMES_GO,
          },
        ]),
      }
    })
  } finally {
    await echo.stop()
    await dns.close()
  }
}

function callsOf(emails: readonly string[], keys: readonly string[]): Buffer[] {
  return keys.map((key, call) => {
    const take = inTurn([...emails.slice((call * SIZE) % emails.length), ...emails])
    return requestBytes(PATH, { key, body: { emails: Array.from({ length: SIZE }, take) } })
  })
}

/** The same with names never seen before: look-ups per second, against the resolver alone. */
export async function benchBulkCold({ seconds, rounds, delay }: BulkOptions): Promise<Report> {
  leaveFirstCore()
  const way = { path: PATH, size: SIZE, good }
  const measured = await measureCold(
    [
      { ...way, connections: 1 },
      { ...way, connections: 2 },
    ],
    { seconds, rounds, delay },
  )
  return {
    benchmark: `POST ${PATH}, cold names: look-ups a second ÷ the resolver's own`,
    settings: {
      pinning,
      baseline: 'the resolver alone on core 0, the same look-ups in the same order, as many in flight',
      rounds: `${rounds} of ${seconds} s each, alternating; medians`,
    },
    columns: COLD_COLUMNS,
    rows: measured.map(coldRow),
    targets: measured.map(coldTarget),
  }
}
