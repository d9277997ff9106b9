// Subscribers that do not read are disconnected, and others are not delayed.
import { subscribe as onChannel } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { dataOf } from '../../testbed/callers/graphql.js'
import { greetedSocket, type RawSocket } from '../../testbed/callers/graphqlSocket.js'
import { eventually } from '../../testbed/eventually.js'
import { justContributed } from '../../testbed/given/poolLog.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
/** The service's side of its connections. */
const ends: Socket[] = []
beforeAll(async () => {
  onChannel('net.server.socket', (message) => void ends.push((message as { socket: Socket }).socket))
  api = await start()
})
afterAll(() => api.stop())

const times = (count: number, make: (place: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join(' ')
const ITEM = 'subscription { poolActivity { message } }'
/** All fields of an item. */
const LARGE = `subscription { poolActivity { ${times(30, (n) => `m${n}: message`)} } }`

const subscribe = (raw: RawSocket, query: string, id = '1') => raw.send({ id, type: 'subscribe', payload: { query } })
interface Listener {
  readonly raw: RawSocket
  /** Number of events that it has received; one item may report several. */
  readonly heard: () => number
  /** Bytes buffered in the service until the client reads them. */
  readonly waiting: () => number
}

/** A subscriber that counts its events. It waits for the first one, because the start of a subscription is not confirmed. */
async function listener(query: string): Promise<Listener> {
  const raw = await greetedSocket(api)
  const end = ends.at(-1)!
  let heard = 0
  raw.socket.on('message', (data) => {
    heard += Number(/"(\d+) /.exec(String(data))?.[1] ?? 1)
  })
  subscribe(raw, query)
  const happened = async () => {
    if (heard === 0) await justContributed(api, 1, {})
    return heard
  }
  await eventually(happened, (count) => count > 0)
  return { raw, heard: () => heard, waiting: () => end.writableLength }
}

/** Causes events, and waits until the subscriber has received all of them. */
async function happen({ heard }: Listener, count: number): Promise<void> {
  const expected = heard() + count
  await justContributed(api, count, {})
  await eventually(heard, (all) => all >= expected)
}

test('a subscriber receives consecutive events without a pause of half a second between two of them', async () => {
  const subscriber = await listener(ITEM)
  const times: number[] = []
  for (let n = 0; n < 40; n++) {
    const began = performance.now()
    await happen(subscriber, 1)
    times.push(performance.now() - began)
  }
  // A slow machine may delay some of them, a pause would delay all.
  expect(times.sort((a, b) => a - b)[10]).toBeLessThan(500)
  subscriber.raw.socket.terminate()
})

test('a subscriber that stops reading is disconnected; its queue is bounded, and others receive everything', async () => {
  const reader = await listener(ITEM)
  const idler = await listener(LARGE)
  for (let n = 2; n <= 20; n++) subscribe(idler.raw, LARGE, String(n))
  idler.raw.socket.pause()
  // A client that does not read notices the close only when it writes.
  const writing = setInterval(() => idler.raw.socket.ping(), 100)
  let closed: number | undefined
  void idler.raw.closed.then(({ code }) => {
    closed = code
  })
  let most = 0
  while (closed === undefined) {
    await happen(reader, 1)
    most = Math.max(most, idler.waiting())
  }
  await happen(reader, 500)
  clearInterval(writing)
  expect(closed).toBe(1006)
  expect(most).toBeLessThan(1_048_576)
  expect(await dataOf(api, '{ pricing { currency } }')).toEqual({ pricing: { currency: 'USD' } })
  reader.raw.socket.terminate()
})
