import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../../testbed/callers/client.js'
import { greetedSocket } from '../../../testbed/callers/graphqlSocket.js'
import { startDnsServer } from '../../../testbed/dns/server.js'
import { warmAddresses, warmZone } from '../datasets/warmAddresses.js'
import { leaveFirstCore, pinning } from '../environment/cpuPinning.js'
import { startMeasuredService, withDirectory } from '../environment/service.js'
import { createLatencyRecorder, type LatencySummary } from '../load/histogram.js'
import type { Report } from '../report.js'

export interface SubscribersOptions {
  /** Activities, each delivered to every subscriber. */
  readonly activities: number
  readonly subscribers: readonly number[]
  /** Additional Node options for the service, for profiling. */
  readonly node: readonly string[]
}

const MAX_DELAY_MS = 500
/** Interval between activities. */
const INTERVAL_MS = 20
/** Time for the items of the last warm-up activity to arrive. */
const SETTLE_MS = 1_000
/** Addresses beyond the activities, for the warm-up. */
const SPARE_ADDRESSES = 1_000
const QUERY = 'subscription { poolActivity { type message timestamp icon provider source } }'

interface Delays {
  readonly subscribers: number
  /** From the request to its response. */
  readonly response: LatencySummary
  /** From the request to the item. */
  readonly item: LatencySummary
  /** From the response to the item; 0 if the item came first. */
  readonly afterResponse: LatencySummary
}

/** Delay from a shared verification to its `poolActivity` item, for every subscriber. */
export async function benchSubscribers(options: SubscribersOptions): Promise<Report> {
  const { activities, subscribers, node } = options
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  try {
    return await withDirectory(async (directory) => {
      const service = await startMeasuredService(directory, dns.port, 1, { plan: 'growth', nodeOptions: node })
      const emails = warmAddresses(subscribers.length * (activities + SPARE_ADDRESSES))[Symbol.iterator]()
      const { share, close } = createSharer(service.url, service.keys[0]!, () => emails.next().value!)
      const measured: Delays[] = []
      for (const count of subscribers) measured.push(await measure(service.url, count, activities, share))
      close()
      await service.stop()
      return report(options, measured)
    })
  } finally {
    await dns.close()
  }
}

function report({ activities }: SubscribersOptions, measured: readonly Delays[]): Report {
  const cells = ({ p50Ms, p99Ms, maxMs }: LatencySummary) => [p50Ms, p99Ms, maxMs]
  return {
    benchmark: 'The subscription poolActivity: from a shared verification to its item',
    settings: { pinning, activities: `${activities}, one every ${INTERVAL_MS} ms, each sent to every subscriber` },
    columns: ['subscribers', '', 'p50 ms', 'p99 ms', 'max ms'],
    rows: measured.flatMap(({ subscribers, response, item, afterResponse }) => [
      [String(subscribers), 'request to response', ...cells(response)],
      ['', 'request to item', ...cells(item)],
      ['', 'response to item', ...cells(afterResponse)],
    ]),
    targets: measured.map(({ subscribers, afterResponse }) => ({
      what: `maximum ms from the response to the item, ${subscribers} subscribers`,
      measured: afterResponse.maxMs,
      atMost: MAX_DELAY_MS,
    })),
    notes: ['response to item: 0 if the item came first'],
  }
}

type Share = () => Promise<void>

/** Verifies and shares one address per call. */
function createSharer(url: string, key: string, nextEmail: () => string): { readonly share: Share; close(): void } {
  const { request, close } = client(url)
  return {
    close,
    async share() {
      const { body, text } = await request('POST', '/v1/verify', {
        key,
        body: { email: nextEmail(), share_signals: true },
      })
      if (body.unique_contribution !== true) throw new Error(`A shared verification was not contributed: ${text}`)
    },
  }
}

async function measure(url: string, subscribers: number, activities: number, share: Share): Promise<Delays> {
  const { arrivals, close } = await subscribe(url, subscribers)
  // Subscriptions are not acknowledged: all are active once each subscriber has received an item.
  while (arrivals.some(({ length }) => length === 0)) {
    await share()
    await sleep(INTERVAL_MS)
  }
  await sleep(SETTLE_MS)
  for (const times of arrivals) times.length = 0

  const response = createLatencyRecorder()
  const item = createLatencyRecorder()
  const afterResponse = createLatencyRecorder()
  for (let index = 0; index < activities; index++) {
    const sentAt = performance.now()
    await share()
    const respondedAt = performance.now()
    response.record(respondedAt - sentAt)
    while (arrivals.some(({ length }) => length <= index)) await sleep(1)
    for (const times of arrivals) {
      item.record(times[index]! - sentAt)
      afterResponse.record(Math.max(0, times[index]! - respondedAt))
    }
    await sleep(INTERVAL_MS)
  }
  close()
  return {
    subscribers,
    response: response.summary(),
    item: item.summary(),
    afterResponse: afterResponse.summary(),
  }
}

/** @returns for each subscriber the arrival times of its items (`performance.now()`) */
async function subscribe(url: string, subscribers: number) {
  const arrivals: number[][] = []
  const sockets = await Promise.all(
    Array.from({ length: subscribers }, async () => {
      const { socket, send } = await greetedSocket({ url })
      const times: number[] = []
      arrivals.push(times)
      socket.on('message', (data) => {
        if (!String(data).includes('"type":"next"')) throw new Error(`Unexpected message: ${data}`)
        times.push(performance.now())
      })
      send({ id: '1', type: 'subscribe', payload: { query: QUERY } })
      return socket
    }),
  )
  return {
    arrivals,
    close() {
      for (const socket of sockets) socket.terminate()
    },
  }
}
