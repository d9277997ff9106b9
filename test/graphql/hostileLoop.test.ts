// Hostile GraphQL requests never hold the event loop.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { greetedSocket } from '../../testbed/callers/graphqlSocket.js'
import { conflicts, fragmentLevels, type HostileRequest, times } from '../../testbed/callers/hostileDocuments.js'
import { freePort } from '../../testbed/freePort.js'
import { eventLoopOf, type WatchedLoop } from '../../testbed/service/eventLoop.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { start } from '../../testbed/service/start.js'

/** Longest time that a request may block the event loop. */
const HELD_MS = 50

const SUBSCRIPTION = { operation: 'subscription', type: 'Subscription', field: 'poolActivity { type }' } as const
const MIB = 1_048_576
const BATCH = 'mutation ($a: [String!]!) { submitBatch(input: { emails: $a }) { batchId } }'

const HOSTILE: readonly (readonly [what: string, request: HostileRequest])[] = [
  ['60 fragment levels of a subscription', { query: fragmentLevels(60, 2, SUBSCRIPTION) }],
  ['59 of a query', { query: fragmentLevels(59, 2) }],
  ['61 of a query', { query: fragmentLevels(61, 2) }],
  ['100,000 aliases', { query: `{ ${times(100_000, (n) => `a${n}: __typename`)} }` }],
  ['5,000 aliases', { query: `{ ${times(1_600, (n) => `a${n}:__typename`)} }` }],
  ['conflicting fields', { query: conflicts(49) }],
  ['5,000 directives', { query: `{ pricing ${times(2_400, () => '@a')} { currency } }` }],
  ['60,000 lines', { query: `{${'\n'.repeat(60_000)}a }` }],
  ['one field 500 times in several names', { query: `{ ${times(98, () => 'me { id plan }')} }` }],
  ['a mebibyte of query', { query: `{ ${times(MIB / 8, () => '__type')} }`.slice(0, MIB - 100) }],
  ['a mebibyte of values that do not fit', { query: BATCH, variables: { a: Array(MIB / 2 - 100).fill(1) } }],
  ['50,000 values that do not fit', { query: BATCH, variables: { a: Array(50_000).fill(1) } }],
  ['a mebibyte of one value', { query: BATCH, variables: { a: 'x'.repeat(MIB - 200) } }],
]

describe('the event loop is never held for more than 50 ms by', () => {
  let service: ProcessService
  let loop: WatchedLoop

  beforeAll(async () => {
    const metricsPort = await freePort()
    service = await start({
      where: 'process',
      zone: {},
      env: { METRICS_PORT: String(metricsPort), ANONYMOUS_REQUESTS_PER_MINUTE: '1000000' },
    })
    loop = eventLoopOf(service.processes[0]!, metricsPort)
    // The first request loads GraphQL's libraries.
    await service.request('POST', '/graphql', { body: { query: '{ pricing { currency } }' } })
  })
  afterAll(async () => {
    loop.close()
    await service.stop()
  })

  test.each(HOSTILE)('%s over HTTP', async (_, request) => {
    const send = async () => {
      const { status } = await service.request('POST', '/graphql', { body: request })
      expect(status).toBeLessThan(500)
    }
    expect(await loop.held(send, HELD_MS)).toBeLessThanOrEqual(HELD_MS)
  })

  test.each(HOSTILE)('%s over WebSocket', async (_, payload) => {
    const send = async () => {
      const raw = await greetedSocket(service)
      raw.send({ id: '1', type: 'subscribe', payload })
      await Promise.race([raw.next(), raw.closed])
      raw.socket.terminate()
    }
    expect(await loop.held(send, HELD_MS)).toBeLessThanOrEqual(HELD_MS)
  })
})
