// Hostile GraphQL documents cost little time, whatever they are.
import { expect, test } from '@jest/globals'
import type { Request } from 'express'
import { GraphQLError } from 'graphql'
import { loadContract } from '../../src/api/contract/contract.js'
import { createDocumentCache, InvalidDocument } from '../../src/graphql/limits/documents.js'
import { createEnforceLimits } from '../../src/graphql/limits/enforceLimits.js'
import { createSchema } from '../../src/graphql/schema.js'
import { Failure } from '../../src/kernel/failure.js'
import {
  conflicts,
  fragmentLevels,
  type HostileRequest,
  hostileRequests,
  times,
} from '../../testbed/callers/hostileDocuments.js'
import fc from '../../testbed/fastCheck.js'

/** CPU time of all threads of the process, including the compiler and the garbage collector. */
const BUDGET_MS = 250
/** Other programs share the machine; the cost of a document occurs on every attempt. */
const TRIES = 4

const schema = createSchema()
const contract = loadContract()
const request = {} as Request
const unlimited = { limit: () => undefined }
const exchange = {
  requestId: 'x',
  identity: { error: new Failure('MISSING_API_KEY', 'There is no key.') },
  headers: {},
  onEnd: (end: () => void) => end(),
  callFor: () => {
    throw new Error('nothing is carried out')
  },
}

/** Processes a new request as the service does. @returns why it is rejected */
async function admit({ query, variables, operationName }: HostileRequest): Promise<Error | undefined> {
  const documents = createDocumentCache(schema)
  try {
    const document = await documents.loadDocument(query)
    await createEnforceLimits({ schema, contract, rateLimiter: unlimited })({
      document,
      operationName,
      variables,
      request,
      exchange,
    })
    return undefined
  } catch (error) {
    if (error instanceof InvalidDocument || error instanceof Failure || error instanceof GraphQLError) return error
    throw error
  }
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  let least = Infinity
  for (let attempt = 0; attempt < TRIES && least > BUDGET_MS; attempt++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

test('any document with any variables is accepted or rejected within 250 ms of CPU', async () => {
  await fc.assert(
    fc.asyncProperty(hostileRequests, async (hostile) => {
      expect(await cpuMs(() => admit(hostile))).toBeLessThan(BUDGET_MS)
    }),
    { numRuns: 300 },
  )
})

const messageOf = (error: Error | undefined): string | undefined =>
  error instanceof InvalidDocument ? error.errors[0]!.message : error?.message

test.each([2, 10, 20, 30, 59])('%i nested fragments, each used twice, are weighed in linear time', async (levels) => {
  for (const kind of ['query', 'mutation', 'subscription'] as const) {
    const type = `${kind[0]!.toUpperCase()}${kind.slice(1)}`
    const field = { query: 'pricing { currency }', mutation: 'revokeKey(input: { id: "a" }) { success }' }
    const leaf = kind === 'subscription' ? 'poolActivity { type }' : field[kind]
    const query = fragmentLevels(levels, 2, { operation: kind, type, field: leaf } as never)
    let refused: Error | undefined
    expect(await cpuMs(async () => (refused = await admit({ query })))).toBeLessThan(BUDGET_MS)
    if (levels < 10) expect(refused).toBeUndefined()
    else if (levels > 20) expect(messageOf(refused)).toMatch(/requests about \d+ fields; at most 5000/)
  }
})

test.each([
  ['61 fragments', fragmentLevels(61, 1), /61 fragments; at most 60/],
  ['51 operations', times(51, (place) => `query q${place} { __typename }`), /51 operations; at most 50/],
  [
    '301 uses of a fragment',
    `{ ${times(301, () => '...f')} } fragment f on Query { __typename }`,
    /301 spreads; at most 300/,
  ],
  ['301 inline fragments', `{ ${times(301, () => '... { __typename }')} }`, /301 spreads; at most 300/],
  ['101 directives', `{ pricing ${times(101, () => '@nothing')} { currency } }`, /101 directives; at most 100/],
  [
    'directives of a variable',
    `query ($a: Int ${times(101, () => '@b')}) { __typename }`,
    /101 directives; at most 100/,
  ],
  ['101 variables', `query (${times(101, (n) => `$a${n}: Int`)}) { __typename }`, /101 variables; at most 100/],
  ['one field 101 times', `{ ${times(101, () => '__typename')} }`, /the field __typename 101 times; at most 100/],
  ['the same by an alias', `{ ${times(100, () => '__typename')} __typename: pricing { currency } }`, /101 times/],
  ['2,001 lines', `{${'\n'.repeat(2_001)}__typename }`, /more than 2000 lines/],
  ['conflicts of every two fields', conflicts(51), /the field id 102 times/],
] as const)('validation never gets %s', async (_, query, says) => {
  expect(messageOf(await admit({ query }))).toMatch(says)
})

test.each([
  ['a list of 500,000 values that do not fit', Array(500_000).fill(1), /more than 50100 items/],
  ['lists of lists', Array(1_000).fill(Array(100).fill('a')), /more than 50100 items/],
  ['20,001 members', Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [n, n])), /more than 20000 members/],
  ['50,000 values that do not fit', Array(50_000).fill(1), /String cannot represent/],
])('variables that are too large, or invalid many times, produce one error: %s', async (_, a, says) => {
  const query = 'mutation ($a: [String!]!) { submitBatch(input: { emails: $a }) { batchId } }'
  const refused = await admit({ query, variables: { a } })
  expect(messageOf(refused)).toMatch(says)
  expect(await cpuMs(() => admit({ query, variables: { a } }))).toBeLessThan(BUDGET_MS)
})
