// The attacks of `soak neighbours` and the search for the worst: replayable, and within the attacker's rates.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { parse } from 'graphql'
import { createTools } from '../../scripts/soak/neighbours/attacker/tools.js'
import {
  BURST_MS,
  BYTES_PER_SECOND,
  CONNECTIONS_PER_SECOND,
  createUplink,
  REQUESTS_PER_SECOND,
} from '../../scripts/soak/neighbours/attacker/uplink.js'
import { ATTACK_NAMES, pointsOf, prepareAttack } from '../../scripts/soak/neighbours/attacks/index.js'
import { KEPT, keptAttacks } from '../../scripts/soak/neighbours/kept.js'
import type { Measured } from '../../scripts/soak/neighbours/measured.js'
import { memoryBytes } from '../../scripts/soak/neighbours/memoryLimit.js'
import {
  DIMENSIONS,
  type Dimension,
  nameOf,
  type Point,
  parsePoint,
} from '../../scripts/soak/neighbours/point/point.js'
import { TARGETS } from '../../scripts/soak/neighbours/point/targets.js'
import { wiresOf } from '../../scripts/soak/neighbours/point/wire.js'
import { caddyfileFor } from '../../scripts/soak/neighbours/proxy.js'
import { createSampler, mutate } from '../../scripts/soak/neighbours/search/sample.js'
import { search, type Tried, worst } from '../../scripts/soak/neighbours/search/search.js'
import { newApiKey } from '../../src/features/accounts/apiKey.js'
import { createChance } from '../../testbed/chance.js'
import { eventually } from '../../testbed/eventually.js'
import fc from '../../testbed/fastCheck.js'

const HOST = '127.0.0.1:8080'
const PLAIN = parsePoint('length verifyEmail none 1024/16 burst finished x1 reads')
const points: fc.Arbitrary<Point> = fc
  .record({
    ...(Object.fromEntries(
      Object.entries(DIMENSIONS).map(([dimension, values]) => [dimension, fc.constantFrom<unknown>(...values)]),
    ) as { [D in Dimension]: fc.Arbitrary<never> }),
    bytes: fc.constantFrom(1, 128, 1_024, 70_000),
    turn: fc.nat(),
  })
  .map(({ turn, ...point }) => {
    const targets = TARGETS[(point as unknown as Point).transport]
    return { ...point, target: targets[turn % targets.length]! } as Point
  })
const wireOf = (point: Point, key?: string) => wiresOf(point, { host: HOST, key: () => key })[0]!

test('every point is named by a text that replays it', () => {
  fc.assert(fc.property(points, (point) => expect(parsePoint(nameOf(point))).toEqual(point)))
})

test('every point has wires: bytes in steps that fit, and at least one request', () => {
  fc.assert(
    fc.property(points, (point) => {
      const { stream, step, write, requests } = wireOf(point)
      expect(step).toBeGreaterThan(0)
      expect(write).toBeGreaterThan(0)
      expect(requests).toBeGreaterThan(0)
      expect(stream.length).toBeGreaterThan(0)
    }),
  )
})

test.each([
  'chunked verifyEmail none 1/1 burst finished reads',
  'carrier-pigeon verifyEmail none 1/1 burst finished x1 reads',
  'chunked verifyEmail none 1-1 burst finished x1 reads',
  'chunked verifyEmail none 1/1 burst finished x0 reads',
  'chunked noSuchOperation none 1/1 burst finished x1 reads',
  'chunked graphql:no-such-document none 1/1 burst finished x1 reads',
])('a text that is no attack is refused with the values that exist: %s', (text) => {
  expect(() => pointsOf(text).map((point) => wireOf(point))).toThrow(/is no/)
})

test('a body in chunks has the bytes and the chunk sizes of its point', () => {
  const { head, stream, step } = wireOf({ ...PLAIN, transport: 'chunked', piece: 1 })
  expect(head.toString()).toContain('Transfer-Encoding: chunked')
  const body = stream.toString().replace(/1\r\n(.|\s)\r\n/g, '$1')
  expect(body).toMatch(/0\r\n\r\n$/)
  expect(body).toHaveLength(1_024 + 5)
  expect(JSON.parse(body.slice(0, -5))).toEqual({ email: 'ada@explicit.mailproof.net' })
  expect(step).toBeGreaterThanOrEqual(6)
})

test('a message over WebSocket is divided into masked frames, of which only the last one ends it', () => {
  const { stream } = wireOf({ ...PLAIN, transport: 'websocket', target: 'graphql:typename', piece: 64 })
  const heads: number[] = []
  let text = ''
  for (let at = 0; at < stream.length; ) {
    const length = stream[at + 1]! & 0x7f
    heads.push(stream[at]!)
    text += stream.toString('utf8', at + 6, at + 6 + length)
    at += 6 + length
  }
  expect(heads).toEqual([0x01, ...Array(14).fill(0x00), 0x80])
  expect(JSON.parse(text).payload.query).toBe('{__typename}')
})

test('pipelined requests, headers and queries grow to the bytes of their point', () => {
  const point = { ...PLAIN, target: 'getOpenapi' }
  const pipelined = wireOf({ ...point, transport: 'pipelined', bytes: 65_536 })
  expect(pipelined.stream.toString().match(/^GET /gm)).toHaveLength(pipelined.requests)
  expect(pipelined.requests).toBeGreaterThan(1_000)
  expect(wireOf({ ...point, transport: 'headers', piece: 1 }).stream.toString()).toMatch(/\r\nAccept: (a,){500,}a\r\n/)
  expect(wireOf({ ...point, transport: 'query', piece: 1 }).stream.toString()).toMatch(/^GET \S+\?(a&){500,}a HTTP/)
})

test('a key is in each request, and every document of the list is GraphQL', () => {
  const key = newApiKey(false)
  expect(wireOf(PLAIN, key).head.toString()).toContain(`\r\nX-API-Key: ${key}\r\n`)
  for (const target of TARGETS.websocket) {
    const { stream } = wireOf({ ...PLAIN, target, bytes: 4_096 })
    expect(() => parse(JSON.parse(stream.toString()).query)).not.toThrow()
  }
})

test('names, kept attacks and their points are well-formed, and twenty are kept', () => {
  for (const attack of [...ATTACK_NAMES, ...keptAttacks()]) expect(() => pointsOf(attack)).not.toThrow()
  expect(keptAttacks()).toHaveLength(KEPT)
})

interface Use {
  readonly kind: 'write' | 'connection'
  readonly bytes: number
  readonly requests: number
}

test('an uplink never lets through more than its rates and one burst', async () => {
  const use = fc.record<Use>({
    kind: fc.constantFrom('write', 'connection'),
    bytes: fc.integer({ min: 1, max: 200_000 }),
    requests: fc.integer({ min: 0, max: 50 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(use, { maxLength: 60 }), fc.integer({ min: 0, max: 500 }), async (uses, idleMs) => {
      let now = idleMs
      const clock = {
        now: () => now,
        sleep: async (ms: number) => {
          now += ms
        },
      }
      const uplink = createUplink(clock)
      const startedAt = now
      for (const { kind, bytes, requests } of uses)
        await (kind === 'write' ? uplink.write(bytes, requests) : uplink.connection())
      // The last use of each kind has begun, and is not over.
      const last = uses.filter(({ kind }) => kind === 'write').at(-1)
      const seconds = (now - startedAt + BURST_MS) / 1_000
      const { sent } = uplink
      expect(sent.bytes - (last ? last.bytes + 40 : 0)).toBeLessThanOrEqual(seconds * BYTES_PER_SECOND)
      expect(sent.requests - (last?.requests ?? 0)).toBeLessThanOrEqual(seconds * REQUESTS_PER_SECOND)
      expect(sent.connections - 1).toBeLessThanOrEqual(seconds * CONNECTIONS_PER_SECOND)
    }),
  )
})

/** What a server received on each connection. */
interface Seen {
  readonly bytes: Buffer[]
  ended: boolean
}

const seen: Seen[] = []
const sockets: Socket[] = []
let server: Server

beforeAll(async () => {
  server = createServer((socket: Socket) => {
    const one: Seen = { bytes: [], ended: false }
    seen.push(one)
    sockets.push(socket)
    socket
      .on('error', () => {})
      .on('close', () => {
        one.ended = true
      })
    socket.on('data', (bytes: Buffer) => {
      one.bytes.push(bytes)
      if (Buffer.concat(one.bytes).includes('0\r\n\r\n')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    })
  }).listen(0, '127.0.0.1')
  await eventually(
    () => server.address(),
    (address) => address !== null,
  )
})
afterAll(() => {
  for (const socket of sockets) socket.resetAndDestroy()
  server.close()
})

async function strikeOnce(completeness: Point['completeness']) {
  seen.length = 0
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tools = createTools({ attack: '', url, source: '127.0.0.1', freeKey: '', paidKey: '' })
  const [strikes] = await prepareAttack(`chunked verifyEmail none 64/1 burst ${completeness} x1 reads`, tools)
  const ending = new AbortController()
  const done = strikes!.strike(ending.signal)
  return { tools, done, end: () => ending.abort() }
}
const receivedBytes = () => Buffer.concat(seen[0]?.bytes ?? []).toString()

test('a finished attack sends everything and reads the response', async () => {
  const { tools, done } = await strikeOnce('finished')
  await done
  expect(receivedBytes()).toMatch(/0\r\n\r\n$/)
  expect(tools.tally).toEqual({ 200: 1 })
  expect(tools.uplink.sent.requests).toBeCloseTo(1)
})

test('an abandoned attack closes its connection halfway', async () => {
  const { done } = await strikeOnce('abandoned')
  await done
  await eventually(
    () => seen[0]?.ended,
    (ended) => ended === true,
  )
  expect(receivedBytes()).not.toContain('0\r\n\r\n')
  expect(receivedBytes().match(/1\r\n.\r\n/g)!.length).toBeGreaterThan(25)
})

test('an attack that holds its connections keeps them open without the last piece', async () => {
  await strikeOnce('held')
  await eventually(receivedBytes, (text) => text.length > 350)
  expect(receivedBytes()).not.toContain('0\r\n\r\n')
  expect(seen[0]!.ended).toBe(false)
})

/** A service on which chunks of one byte are expensive, and nothing else. */
const measureAs =
  (isCostly: (point: Point) => boolean) =>
  async (point: Point): Promise<Measured> => {
    const served = (p99: number) => ({
      verify: { count: 150, failed: 0, p50: 2, p99, max: p99 },
      mailboxes: { count: 0, failed: 0 },
      webhooks: { sent: 3, refused: 0, missing: 0, p50: 10, max: 10 },
    })
    const course = { before: 0, most: 0, after: 0, backMs: 0 }
    return {
      attack: nameOf(point),
      outcome: {
        kind: 'carried out',
        tally: {},
        sent: { bytes: 1_000_000, requests: 1, connections: 1 },
        seconds: 3,
        quiet: served(5),
        owner: undefined,
        during: served(isCostly(point) ? 5_000 : 6),
        lag: undefined,
        answersAfter: true,
        descriptors: course,
        memory: course,
        held: course,
        cpu: { quiet: 0, during: 0 },
        diskPerSecond: 0,
      },
    }
  }
const isOneByteChunk = ({ transport, piece }: Point) => transport === 'chunked' && piece === 1

async function searchFor(seed: number, count: number): Promise<Tried[]> {
  let done = 0
  return search({ seed, measure: measureAs(isOneByteChunk), progress: () => done++ / count })
}

test('a search repeats itself with the same seed and measurements, and not with another seed', async () => {
  const names = async (seed: number) => (await searchFor(seed, 150)).map(({ point }) => nameOf(point))
  const first = await names(7)
  expect(await names(7)).toEqual(first)
  expect(await names(8)).not.toEqual(first)
  expect(new Set(first).size).toBe(first.length)
})

test.each([1, 2, 3])('a search finds the one expensive framing and explores around it, with seed %d', async (seed) => {
  const tried = await searchFor(seed, 200)
  const byMutation = tried.filter(({ by }) => by === 'mutation')
  expect(tried.find(({ by, point }) => by === 'sample' && isOneByteChunk(point))).toBeDefined()
  expect(byMutation.filter(({ point }) => isOneByteChunk(point)).length).toBeGreaterThan(byMutation.length / 20)
  expect(worst(tried, 3).every(({ point }) => isOneByteChunk(point))).toBe(true)
})

test('samples pair every transport with every granularity before any pair comes again', () => {
  const sample = createSampler(createChance(3))
  const pairs = DIMENSIONS.transport.length * DIMENSIONS.piece.length
  // Granularities of one byte come twice.
  const draws = pairs + DIMENSIONS.transport.length
  const drawn = Array.from({ length: draws }, sample).map(({ transport, piece }) => `${transport}/${piece}`)
  expect(new Set(drawn).size).toBe(pairs)
})

test('a mutation changes one dimension, and the target only with it or because the transport has not that one', () => {
  fc.assert(
    fc.property(points, fc.nat(), (point, seed) => {
      const mutated = mutate(point, createChance(seed))
      const changed = (Object.keys(point) as (keyof Point)[]).filter((key) => point[key] !== mutated[key])
      expect(changed.filter((key) => key !== 'target').length).toBeLessThanOrEqual(1)
      expect(changed.length).toBeGreaterThan(0)
      expect(TARGETS[mutated.transport]).toContain(mutated.target)
    }),
  )
})

test('the worst points are of different transports and targets', async () => {
  const tried = await Promise.all(
    TARGETS.chunked.slice(0, 40).map(async (target): Promise<Tried> => {
      const point: Point = { ...PLAIN, transport: 'chunked', piece: 1, target }
      return { point, measured: await measureAs(() => true)(point), score: 1, by: 'sample' }
    }),
  )
  expect(worst(tried, 20)).toHaveLength(3)
})

test('the memory of a container is that of the Compose file, and Caddy runs with its Caddyfile', () => {
  expect(memoryBytes('container', 1)).toBe(2 * 1_024 ** 3)
  expect(memoryBytes('container', 2)).toBe(1_024 ** 3)
  expect(memoryBytes('512m', 1)).toBe(512 * 1_024 ** 2)
  expect(() => memoryBytes('much', 1)).toThrow('is no amount of memory')
  const adapted = caddyfileFor('127.0.0.1:8080', 2_021)
  expect(adapted).toContain('to 127.0.0.1:8080')
  expect(adapted).not.toContain('dynamic')
  expect(adapted).toContain('lb_policy least_conn')
})
