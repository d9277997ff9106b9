// Hostile JSON bodies never hold the event loop.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { loadContract } from '../../src/api/contract/contract.js'
import { readDocument } from '../../src/api/contract/document.js'
import type { JsonSchema, Method } from '../../src/api/contract/schema.js'
import { MAX_MEMBERS, MAX_VALUES } from '../../src/httpMessages/jsonScan.js'
import { resolveReferences } from '../../testbed/contract/resolveReferences.js'
import fc from '../../testbed/fastCheck.js'
import { freePort } from '../../testbed/freePort.js'
import { eventLoopOf, type WatchedLoop } from '../../testbed/service/eventLoop.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { start } from '../../testbed/service/start.js'

/** Longest time that a request may block the event loop. */
const HELD_MS = 50

const MIB = 1_048_576
const contract = loadContract()
const WITH_JSON = contract.operations.filter(({ body }) => body === 'json')

const repeated = (text: string, size: number): string => text.repeat(Math.floor(size / text.length))
const listOf = (value: string, size: number): string => `[${repeated(`${value},`, size - 10)}${value}]`
const members = (size: number, nameOf: (index: number) => string): string => {
  const all: string[] = []
  for (let length = 0, index = 0; length < size - 100; index++) {
    const member = `"${nameOf(index)}":1`
    all.push(member)
    length += member.length + 1
  }
  return `{${all.join()}}`
}
const inEmails = (list: string): string => `{"emails":${list}}`

/** A mebibyte of JSON in every shape. */
const SHAPES: readonly (readonly [what: string, body: string])[] = [
  ['members', members(MIB, (index) => `k${index}`)],
  ['members whose names are nearly known', members(MIB, (index) => `emial${index}`)],
  ['1,000 long members', members(MIB, (index) => `${index}${'x'.repeat(MIB / MAX_MEMBERS - 10)}`)],
  ['members of numbers', members(MIB, String)],
  ['members of one name', `{${repeated('"email":1,', MIB - 20)}"email":1}`],
  ['numbers', listOf('0', MIB)],
  ['empty strings', listOf('""', MIB)],
  ['empty objects', listOf('{}', MIB)],
  ['empty arrays', listOf('[]', MIB)],
  ['objects', listOf('{"a":1}', MIB)],
  ['levels', '['.repeat(MIB)],
  ['emails that are numbers', inEmails(listOf('0', MIB - 20))],
  ['emails that are objects', inEmails(listOf('{}', MIB - 20))],
  ['emails', inEmails(listOf('"a@b.invalid"', MIB - 20))],
  ['one string', JSON.stringify({ email: 'x'.repeat(MIB - 20) })],
  ['escapes', `{"email":"${repeated('\\u0041', MIB - 20)}"}`],
  ['characters of four bytes', JSON.stringify({ name: '😀'.repeat(MIB / 4 - 10) })],
  ['one number', '1'.repeat(MIB)],
  ['long numbers', listOf(`0.${'1'.repeat(100)}`, MIB)],
  ['space', `${' '.repeat(MIB - 10)}{}`],
  ['commas', ','.repeat(MIB)],
  ['colons', ':'.repeat(MIB)],
  ['one name', `{"${'x'.repeat(MIB - 10)}":1}`],
]

describe('the event loop is never held by', () => {
  let service: ProcessService
  let loop: WatchedLoop
  let key: string

  beforeAll(async () => {
    const metricsPort = await freePort()
    service = await start({
      where: 'process',
      zone: {},
      env: { METRICS_PORT: String(metricsPort), DNS_TIMEOUT_MS: '50' },
    })
    loop = eventLoopOf(service.processes[0]!, metricsPort)
    key = (await service.account()).key
  })
  afterAll(async () => {
    loop.close()
    await service.stop()
  })

  const PATHS = ['/v1/verify', '/v1/verify/batch', '/v1/verify/bulk/agent', '/v1/webhooks', '/graphql']

  test.each(SHAPES)('a mebibyte of %s', async (_, body) => {
    for (const path of PATHS) {
      const send = async () => expect((await service.request('POST', path, { key, body })).status).toBeLessThan(500)
      const longest = await loop.held(send, HELD_MS)
      expect({ path, longest, short: longest <= HELD_MS }).toMatchObject({ short: true })
    }
  })

  test.each([
    ['members', members(16 * MIB, (index) => `k${index}`)],
    ['numbers', listOf('0', 16 * MIB)],
    ['objects in `emails`', inEmails(listOf('{}', 16 * MIB - 20))],
    ['addresses, more than there may be', inEmails(listOf('"ada@example.invalid"', 2 * MIB))],
    ['one URL', JSON.stringify({ emails: ['a'], async: true, webhook_url: 'x'.repeat(16 * MIB - 100) })],
  ])('16 MiB of %s', async (_, body) => {
    const send = async () =>
      expect((await service.request('POST', '/v1/verify/bulk/agent', { key, body })).status).toBe(400)
    expect(await loop.held(send, HELD_MS)).toBeLessThanOrEqual(HELD_MS)
  })
})

/** The largest number of values and members that a body's schema allows. */
function sizeOf({ type, items, maxItems = 0, properties = {} }: JsonSchema): { values: number; members: number } {
  const parts = Object.values(properties).map(sizeOf)
  const item = type === 'array' && items ? sizeOf(items) : { values: 0, members: 0 }
  const sum = (of: (size: { values: number; members: number }) => number) =>
    parts.reduce((total, part) => total + of(part), 0)
  return {
    values: 1 + sum(({ values }) => values) + maxItems * item.values,
    members: parts.length + sum(({ members }) => members) + maxItems * item.members,
  }
}

describe.each(WITH_JSON.map((operation) => [operation.id, operation] as const))(
  'the contract of %s',
  (_, operation) => {
    test('fits into the limits twice', () => {
      const { id, path, method, jsonLimits } = operation
      // A set of rules has at most 500 conditions, which no schema can say; `test/rules` sends nearly as many.
      if (id === 'putRulesDraft') return
      const item = resolveReferences(readDocument()).paths[path]!
      const { requestBody } = item[method.toLowerCase() as Method]!
      const { values, members } = sizeOf(requestBody!.content['application/json']!.schema)
      expect(values * 2).toBeLessThanOrEqual((jsonLimits.values ?? MAX_VALUES) + 100)
      expect(members * 2).toBeLessThanOrEqual(jsonLimits.members ?? MAX_MEMBERS)
    })

    const name = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom('emial', 'email_', 'webhok_url', 'url', 'events', 'emails', 'name', '__proto__'),
      fc.string({ minLength: 30, maxLength: 40, unit: fc.constantFrom('a', 'e', 'm', 'i', 'l') }),
    )
    const leaf = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constant('x'.repeat(1_000_000)),
    )
    const list = fc.tuple(leaf, fc.integer({ min: 0, max: 100_000 })).map(([value, count]) => Array(count).fill(value))
    const object = fc.dictionary(name, fc.oneof(leaf, list), { maxKeys: 30 })
    const wide = fc.tuple(name, fc.integer({ min: 0, max: 1_000 })).map(([base, count]) => {
      return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${base}${index}`, index]))
    })

    test('is validated within 50 ms of CPU, whatever the body, with at most 20 problems', () => {
      fc.assert(
        fc.property(fc.oneof(object, wide, list, leaf), (body) => {
          let least = Infinity
          for (let attempt = 0; attempt < 5 && least > HELD_MS; attempt++) {
            const before = process.cpuUsage()
            const checked = operation.validateBody(body)
            const { user, system } = process.cpuUsage(before)
            least = Math.min(least, (user + system) / 1_000)
            if (!checked.ok) expect(checked.problems.length).toBeLessThanOrEqual(20)
          }
          expect(least).toBeLessThanOrEqual(HELD_MS)
        }),
        { numRuns: 40 },
      )
    })
  },
)
