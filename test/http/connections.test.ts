// Limits on concurrent connections.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { connectionLimit } from '../../src/composition/connectionLimit.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { type HalfOpen, openHalfOpen } from './halfOpen.js'

const LIMIT = 30
/** The share of a client that is alone: two thirds of the limit. */
const SHARE = 20
const LIVE = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'

let direct: InProcessService
let proxied: InProcessService
let left = 0
beforeAll(async () => {
  left = sockets()
  const env = { MAX_CONNECTIONS: String(LIMIT) }
  ;[direct, proxied] = await Promise.all([start({ env }), start({ env: { ...env, TRUST_PROXY: 'loopback' } })])
})
afterAll(() => Promise.all([direct.stop(), proxied.stop()]))

const clients: HalfOpen[] = []
/** Both ends of every connection are in this process, and perhaps a socket that an earlier suite left. */
const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy()
  await eventually(sockets, (count) => count <= left)
})

const open = async (api: InProcessService, address?: string): Promise<HalfOpen> => {
  const client = await openHalfOpen(api.url, address)
  clients.push(client)
  return client
}

/** The status that a connection is answered with; undefined if it is closed without an answer. */
async function statusOf(client: HalfOpen): Promise<number | undefined> {
  client.write(LIVE)
  await Promise.race([client.ended, eventually(client.text, (text) => text.includes('\r\n\r\n'))])
  return client.text() === '' ? undefined : Number(client.text().split(' ')[1])
}

async function statuses(api: InProcessService, count: number, address?: string): Promise<(number | undefined)[]> {
  const seen = []
  for (let n = 0; n < count; n++) seen.push(await statusOf(await open(api, address)))
  return seen
}

const howMany = (wanted: number | undefined, all: readonly (number | undefined)[]) =>
  all.filter((status) => status === wanted).length

describe('connections', () => {
  test('of one client address take two thirds of all; another address still gets one', async () => {
    expect(howMany(200, await statuses(direct, SHARE))).toBe(SHARE)
    expect(await statuses(direct, 1)).toEqual([503])
    expect(await statuses(direct, 3, '127.0.0.2')).toEqual([200, 200, 200])
  })

  test('beyond the limit get an error in the usual format, with Retry-After', async () => {
    await statuses(direct, SHARE)
    const refused = await open(direct)
    refused.write(LIVE)
    await refused.ended
    expect(refused.text()).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n/)
    expect(refused.text()).toMatch(/\r\nRetry-After: 5\r\n/)
    expect(refused.text()).toMatch(/\r\nConnection: close\r\n/)
    const { error } = JSON.parse(refused.text().split('\r\n\r\n')[1]!)
    expect(error).toEqual({ code: 'SERVICE_UNAVAILABLE', message: expect.stringMatching(/^Your network has .*\.$/) })
    expect(await refused.untilReset()).toBeLessThan(10_000)
  })

  test('that were accepted keep working, and those that end free their slots', async () => {
    await statuses(direct, SHARE)
    const [first, second] = clients as [HalfOpen, HalfOpen]
    expect(await statuses(direct, 1)).toEqual([503])
    first.write(LIVE)
    await eventually(first.text, (text) => text.split('HTTP/1.1 200').length === 3)
    second.socket.destroy()
    await eventually(
      async () => statusOf(await open(direct)),
      (status) => status === 200,
    )
  })

  test('that are refused and idle are closed soon', async () => {
    await statuses(direct, SHARE)
    const silent = await Promise.all(Array.from({ length: 10 }, () => open(direct)))
    const began = performance.now()
    await Promise.all(silent.map(({ ended }) => ended))
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(silent.map((client) => client.text())).toEqual(silent.map(() => ''))
  })

  test('of many addresses never exceed the limit', async () => {
    const seen: (number | undefined)[] = []
    for (const host of [1, 2, 3, 4]) seen.push(...(await statuses(direct, SHARE, `127.0.0.${host}`)))
    expect(howMany(200, seen)).toBeLessThanOrEqual(LIMIT)
    expect(howMany(200, seen)).toBeGreaterThan(SHARE)
  })

  test('of a trusted proxy do not count as those of one client', async () => {
    expect(howMany(200, await statuses(proxied, LIMIT))).toBe(LIMIT)
    const [refused] = await statuses(proxied, 1)
    expect(refused).toBe(503)
  })
})

test('the limit is never higher than the file descriptors allow, and leaves some of them to the stores', () => {
  expect(connectionLimit(10_000, 20_000)).toBe(10_000)
  expect(connectionLimit(10_000, 1_024)).toBe(716)
  expect(connectionLimit(10_000, Infinity)).toBe(10_000)
  expect(connectionLimit(10_000)).toBeLessThanOrEqual(10_000)
})
