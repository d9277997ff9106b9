import { startDnsServer } from '../../test/support/dnsServer.js'
import { warmAddresses, warmZone } from './addresses.js'
import { startEcho } from './children.js'
import { leaveFirstCore, pinning } from './cores.js'
import { startUnlimited, withDirectory } from './house.js'
import { inTurn, requestBytes, runLoad } from './load.js'
import { figure, median, type Report, times } from './report.js'

export interface BatchOptions {
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
  /** Addresses per call. */
  readonly sizes: readonly number[]
}

const ADDRESSES = 4_000
const ECHO_CONNECTIONS = 32

/** POST /v1/verify/batch with a warm cache: addresses per second, against requests per second of an Express echo server on the same core. */
export async function benchBatch({ seconds, rounds, connections, sizes }: BatchOptions): Promise<Report> {
  leaveFirstCore()
  const emails = warmAddresses(ADDRESSES)
  const dns = await startDnsServer(warmZone)
  const echo = await startEcho()
  try {
    return await withDirectory(async (directory) => {
      const service = await startUnlimited(directory, dns.port, 4)
      const echoes = emails.map((email) => requestBytes('/', { body: { email } }))
      const loadEcho = () =>
        runLoad({
          url: echo.url,
          next: inTurn(echoes),
          isGood: ({ status }) => status === 200,
          connections: ECHO_CONNECTIONS,
          seconds,
        })
      const loadBatch = (size: number, duration: number) =>
        runLoad({
          url: service.url,
          next: inTurn(callsOf(emails, size, service.keys)),
          isGood: ({ status, body }) => status === 200 && body.includes(`"summary":{"total":${size},"valid":${size},`),
          connections,
          seconds: duration,
        })

      const rows: (string | number)[][] = []
      for (const size of sizes) {
        await loadBatch(size, 2)
        const calls: { perSecond: number; p99Ms: number; ratio: number }[] = []
        for (let round = 0; round < rounds; round++) {
          const { perSecond, p99Ms } = await loadBatch(size, seconds)
          calls.push({ perSecond, p99Ms, ratio: (perSecond * size) / (await loadEcho()).perSecond })
        }
        rows.push([
          `${figure(size)} a call`,
          String(connections),
          median(calls.map(({ perSecond }) => perSecond * size)),
          median(calls.map(({ perSecond }) => perSecond)),
          median(calls.map(({ p99Ms }) => p99Ms)),
          times(median(calls.map(({ ratio }) => ratio))),
        ])
      }
      await service.stop()
      return {
        benchmark: 'POST /v1/verify/batch, warm, one durable event a call',
        settings: {
          pinning,
          baseline: `requests of an Express 5 echo, same core, same run, ${ECHO_CONNECTIONS} connections`,
          rounds: `${rounds} of ${seconds} s each, alternating; medians`,
        },
        columns: ['', 'connections', 'addresses/s', 'calls/s', 'p99 ms', 'ratio to the echo'],
        rows,
        targets: [],
      }
    })
  } finally {
    await echo.stop()
    await dns.close()
  }
}

function callsOf(emails: readonly string[], size: number, keys: readonly string[]): Buffer[] {
  return Array.from({ length: Math.ceil(emails.length / size) }, (_, call) => {
    const take = inTurn([...emails.slice((call * size) % emails.length), ...emails])
    return requestBytes('/v1/verify/batch', {
      key: keys[call % keys.length]!,
      body: { emails: Array.from({ length: size }, take) },
    })
  })
}
