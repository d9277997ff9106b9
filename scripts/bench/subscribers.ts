import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../test/support/client.js'
import { startDnsServer } from '../../test/support/dnsServer.js'
import { greetedSocket } from '../../test/support/graphqlSocket.js'
import { warmAddresses, warmZone } from './addresses.js'
import { leaveFirstCore, pinning } from './cores.js'
import { createHistogram } from './histogram.js'
import { startUnlimited, withDirectory } from './house.js'
import type { Report } from './report.js'

export interface SubscribersOptions {
  /** Activities, each delivered to every subscriber. */
  readonly activities: number
  readonly subscribers: readonly number[]
  /** Additional Node options for the service, for profiling. */
  readonly node: readonly string[]
}

/** Milliseconds. */
const MOST = 500
/** Interval between activities. */
const PAUSE_MS = 20
const QUERY = 'subscription { poolActivity { type message timestamp icon provider source } }'

interface Latencies {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly worstMs: number
}

interface Heard {
  readonly subscribers: number
  /** Time from the request to its response. */
  readonly answered: Latencies
  /** Time from the request to the item. */
  readonly told: Latencies
  /** Time from the response to the item; 0 if the item was first. */
  readonly after: Latencies
}

/** Delay from a shared verification to its `poolActivity` item, for every subscriber. */
export async function benchSubscribers({ activities, subscribers, node }: SubscribersOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  try {
    return await withDirectory(async (directory) => {
      const service = await startUnlimited(directory, dns.port, 1, { plan: 'growth', words: node })
      const emails = warmAddresses(subscribers.length * (activities + 1_000))[Symbol.iterator]()
      const heard: Heard[] = []
      for (const count of subscribers) {
        const share = sharer(service.url, service.keys[0]!, () => emails.next().value!)
        heard.push(await hear(service.url, count, activities, share.share))
        share.close()
      }
      await service.stop()
      return {
        benchmark: 'The subscription poolActivity: from a shared verification to its item',
        settings: { pinning, activities: `${activities}, one every ${PAUSE_MS} ms, each told to every subscriber` },
        columns: ['subscribers', '', 'p50 ms', 'p99 ms', 'slowest ms'],
        rows: heard.flatMap(({ subscribers: count, answered, told, after }) => [
          [String(count), 'request to answer', ...Object.values(answered)],
          ['', 'request to item', ...Object.values(told)],
          ['', 'answer to item', ...Object.values(after)],
        ]),
        targets: heard.map(({ subscribers: count, after }) => ({
          what: `slowest item in ms after the answer, ${count} subscribers`,
          measured: after.worstMs,
          atMost: MOST,
        })),
        notes: ['answer to item: 0 where the item was first'],
      }
    })
  } finally {
    await dns.close()
  }
}

type Share = () => Promise<void>

function sharer(url: string, key: string, email: () => string): { readonly share: Share; close(): void } {
  const { request, close } = client(url)
  return {
    close,
    async share() {
      const { body, text } = await request('POST', '/v1/verify', { key, body: { email: email(), share_signals: true } })
      if (body.unique_contribution !== true) throw new Error(`not contributed: ${text}`)
    },
  }
}

async function hear(url: string, subscribers: number, activities: number, share: Share): Promise<Heard> {
  /** Arrival times of the activities at a subscriber. */
  const arrivals: number[][] = []
  const sockets = await Promise.all(
    Array.from({ length: subscribers }, async () => {
      const raw = await greetedSocket({ url })
      const mine: number[] = []
      arrivals.push(mine)
      raw.socket.on('message', (data) => {
        if (!String(data).includes('"type":"next"')) throw new Error(`not an item: ${data}`)
        mine.push(performance.now())
      })
      raw.send({ id: '1', type: 'subscribe', payload: { query: QUERY } })
      return raw.socket
    }),
  )
  // There is no acknowledgement of a subscription: all are active once all have received an item.
  while (arrivals.some(({ length }) => length === 0)) {
    await share()
    await sleep(PAUSE_MS)
  }
  await sleep(1_000)
  for (const mine of arrivals) mine.length = 0

  const answered = createLatencies()
  const told = createLatencies()
  const after = createLatencies()
  for (let index = 0; index < activities; index++) {
    const asked = performance.now()
    await share()
    const answeredAt = performance.now()
    answered.count(answeredAt - asked)
    while (arrivals.some(({ length }) => length <= index)) await sleep(1)
    for (const mine of arrivals) {
      told.count(mine[index]! - asked)
      after.count(Math.max(0, mine[index]! - answeredAt))
    }
    await sleep(PAUSE_MS)
  }
  for (const socket of sockets) socket.terminate()
  return { subscribers, answered: answered.result(), told: told.result(), after: after.result() }
}

function createLatencies() {
  const histogram = createHistogram()
  let worstMs = 0
  return {
    count(milliseconds: number): void {
      histogram.count(milliseconds)
      worstMs = Math.max(worstMs, milliseconds)
    },
    result: (): Latencies => ({ p50Ms: histogram.quantile(0.5), p99Ms: histogram.quantile(0.99), worstMs }),
  }
}
