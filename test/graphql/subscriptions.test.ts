// GraphQL subscriptions of batches, their limits, and the lives of their connections.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { WebSocket } from 'ws'
import { newApiKey } from '../../src/features/accounts/apiKey.js'
import { Failure } from '../../src/kernel/failure.js'
import { ended, SILENT_FOR, silentAddresses, submit, untilStarted } from '../../testbed/callers/batches.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import {
  askSocket,
  greetedSocket,
  type RawSocket,
  rawSocket,
  socketClient,
} from '../../testbed/callers/graphqlSocket.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
const open: RawSocket[] = []
beforeAll(async () => {
  api = await start({ env: { ...SILENT_FOR, CORS_ORIGINS: 'https://app.example.org' } })
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate()
})
afterAll(() => api.stop())

const PROGRESS = 'subscription ($id: ID!) { batchProgress(id: $id) { id status total processed } }'
const NEVER = '019acb60-2b1c-7c3d-9a4e-5f60718293a4'
/** Half a million nested arrays: valid JSON. */
const DEEP = `${'['.repeat(500_000)}${']'.repeat(500_000)}`
const keep = async (raw: Promise<RawSocket>): Promise<RawSocket> => {
  open.push(await raw)
  return raw
}
const subscribe = (id: string) => ({ id: '1', type: 'subscribe', payload: { query: PROGRESS, variables: { id } } })
const cancel = (key: string, id: string) =>
  dataOf(api, `mutation { cancelBatch(input: { id: "${id}" }) { success } }`, { key })

describe('a page that opens a connection', () => {
  const statusFor = (origin: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { Origin: origin }
      const socket = new WebSocket(`${api.url.replace('http:', 'ws:')}/graphql`, 'graphql-transport-ws', { headers })
      socket.once('open', () => resolve(101))
      socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode!))
      socket.on('error', reject)
      socket.once('open', () => socket.terminate())
    })

  test("is accepted from the service's own origin and from allowed origins", async () => {
    expect(await statusFor(api.url)).toBe(101)
    expect(await statusFor('https://app.example.org')).toBe(101)
  })

  test.each(['https://evil.example', 'null', 'https://app.example.org.evil.example', 'file://'])(
    "is refused from %s, because it would act with the visitor's credentials",
    async (origin) => expect(await statusFor(origin)).toBe(403),
  )
})

describe('batchProgress', () => {
  test('sends the current status of a batch, then each change, and completes when the batch ends', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const id = await submit(api, key, silentAddresses(api, 1))
    const raw = await keep(greetedSocket(api, key))
    raw.send(subscribe(id))
    const first = await raw.next()
    expect(first).toMatchObject({ type: 'next', payload: { data: { batchProgress: { id, total: 1, processed: 0 } } } })
    await cancel(key, id)
    const messages = [await raw.next()]
    while (messages.at(-1)!.type === 'next') messages.push(await raw.next())
    expect(messages.at(-2)).toMatchObject({ payload: { data: { batchProgress: { status: 'CANCELLED' } } } })
    expect(messages.at(-1)).toEqual({ id: '1', type: 'complete' })
  })

  test('reports progress chunk by chunk, never backwards, up to completion', async () => {
    const { key } = await api.account({ plan: 'enterprise' })
    const emails = Array.from({ length: 2_500 }, (_, n) => `${n}@explicit.mailproof.net`)
    const id = await submit(api, key, emails, { debug: true })
    const answers = await askSocket(api, PROGRESS, { key, variables: { id } })
    const processed = answers.map(({ data }) => data.batchProgress.processed)
    expect(processed).toEqual([...processed].sort((a, b) => a - b))
    expect(answers.at(-1).data.batchProgress).toEqual({ id, status: 'COMPLETED', total: 2_500, processed: 2_500 })
  })

  test('of an ended batch sends its status once', async () => {
    const { key } = await api.account()
    const id = await submit(api, key, ['a'])
    await ended(api, key, id)
    expect(await askSocket(api, PROGRESS, { key, variables: { id } })).toMatchObject([
      { data: { batchProgress: { id, status: 'COMPLETED' } } },
    ])
  })

  test('is available to the owner only', async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const id = await submit(api, ada.key, silentAddresses(api, 1))
    const codeOf = async (key: string | undefined, variables: { id: string }) => {
      const answers = await askSocket(api, PROGRESS, { ...(key && { key }), variables })
      return answers.map(({ errors }) => errors[0].extensions.code)
    }
    expect(await codeOf(undefined, { id })).toEqual(['MISSING_API_KEY'])
    expect(await codeOf(bob.key, { id })).toEqual(['BATCH_NOT_FOUND'])
    expect(await codeOf(bob.key, { id: NEVER })).toEqual(['BATCH_NOT_FOUND'])
    await cancel(ada.key, id)
  })

  test('can be cancelled by the client while it waits, and a hundred of them leave nothing behind', async () => {
    const { key } = await api.account({ perMinute: 1_000 })
    const id = await submit(api, key, silentAddresses(api, 1))
    // Its status does not change any more until it is cancelled.
    await untilStarted(api, key, id)
    const raw = await keep(greetedSocket(api, key))
    for (let round = 0; round < 100; round++) {
      raw.send({ ...subscribe(id), id: String(round) })
      expect((await raw.next()).type).toBe('next')
      raw.send({ id: String(round), type: 'complete' })
    }
    raw.send({ type: 'ping' })
    expect((await raw.next()).type).toBe('pong')
    await cancel(key, id)
    raw.send({ ...subscribe(id), id: 'last' })
    expect(await raw.next()).toMatchObject({
      id: 'last',
      payload: { data: { batchProgress: { status: 'CANCELLED' } } },
    })
  })
})

describe('a connection', () => {
  test('also runs queries and mutations, within the same rate limits', async () => {
    const { key } = await api.account({ perMinute: 2 })
    const verify = 'mutation { verifyEmail(input: { email: "ada@explicit.mailproof.net" }) { valid } }'
    expect(await askSocket(api, '{ pricing { currency } }')).toEqual([{ data: { pricing: { currency: 'USD' } } }])
    expect(await askSocket(api, verify, { key })).toEqual([{ data: { verifyEmail: { valid: true } } }])
    expect((await api.call('verifyEmail', { key, body: { email: 'x' } })).headers['x-ratelimit-remaining']).toBe('0')
    const [refused] = await askSocket(api, verify, { key })
    expect(refused.errors[0].extensions).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', limit: 2 })
    expect(await api.usage(key)).toMatchObject({ verifications: 2 })
  })

  test('with an invalid key is refused', async () => {
    const raw = await keep(rawSocket(api))
    raw.send({ type: 'connection_init', payload: { 'X-API-Key': 'mpk_nonsense' } })
    expect((await raw.closed).code).toBe(4403)
  })

  test("accepts the key's header name in any case", async () => {
    const { key } = await api.account()
    const raw = await keep(rawSocket(api))
    raw.send({ type: 'connection_init', payload: { 'x-api-key': key } })
    expect((await raw.next()).type).toBe('connection_ack')
    raw.send({ id: '1', type: 'subscribe', payload: { query: '{ me { plan } }' } })
    expect(await raw.next()).toMatchObject({ payload: { data: { me: { plan: 'free' } } } })
  })

  test('stays open, and others open, while it is unknown whether their keys are valid', async () => {
    const { key } = await api.account()
    const running = await keep(greetedSocket(api, key))
    const doubt = jest.spyOn(api.service.container.logIdentity, 'assertSame').mockImplementation(() => {
      throw new Failure('SERVICE_UNAVAILABLE', 'The event log may be another one.')
    })
    // Until keys are no longer cached, and those of connections have been checked.
    await sleep(3_000)
    const starting = await keep(greetedSocket(api, key))
    const query = { id: '1', type: 'subscribe', payload: { query: '{ me { plan } }' } }
    starting.send(query)
    expect(JSON.stringify(await starting.next())).toContain('SERVICE_UNAVAILABLE')
    doubt.mockRestore()
    running.send(query)
    expect(await running.next()).toMatchObject({ payload: { data: { me: { plan: 'free' } } } })
  })

  test('is closed when its key is revoked', async () => {
    const { key } = await api.account()
    const other = await api.generate(key)
    const id = await submit(api, key, silentAddresses(api, 1))
    const raw = await keep(greetedSocket(api, other.key))
    raw.send(subscribe(id))
    expect((await raw.next()).type).toBe('next')
    await api.call('revokeKey', { key, params: { keyId: other.id } })
    expect((await raw.closed).code).toBe(4403)
    await cancel(key, id)
  })

  test('that never sends connection_init is closed', async () => {
    const raw = await keep(rawSocket(api))
    expect((await raw.closed).code).toBe(4408)
  })

  test.each([
    ['garbage', 'garbage', 4400],
    ['a message of no known kind', { type: 'nothing' }, 4400],
    ['JSON that is no message', '[1,2,3]', 4400],
    ['an operation before hello', { id: '1', type: 'subscribe', payload: { query: '{ pricing { currency } }' } }, 4401],
    ['a query that is no text', { id: '1', type: 'subscribe', payload: { query: 7 } }, 4400],
    ['an array of operations', { id: '1', type: 'subscribe', payload: [{ query: '{ pricing { currency } }' }] }, 4400],
    ['a long id', { id: 'x'.repeat(257), type: 'subscribe', payload: { query: '{ pricing { currency } }' } }, 4400],
    ['variables that are a list', { id: '1', type: 'subscribe', payload: { query: '{ a }', variables: [] } }, 4400],
    ['a message as a text of JSON', JSON.stringify(JSON.stringify({ type: 'ping' })), 4400],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 4400],
    ['more than a megabyte', 'x'.repeat(1_100_000), 1009],
  ])('that sends %s is closed, and the service continues', async (_, message, code) => {
    const raw = await keep(rawSocket(api))
    raw.send(message)
    expect((await raw.closed).code).toBe(code)
    expect(await askSocket(api, '{ pricing { currency } }')).toEqual([{ data: { pricing: { currency: 'USD' } } }])
  })

  test.each([
    [
      'half a million levels',
      `{"id":"1","type":"subscribe","payload":{"query":"{ a }","variables":{"a":${DEEP}}}}`,
      4400,
    ],
    ['half a million levels, as a text of JSON', JSON.stringify(DEEP), 4400],
  ])('that has a key and sends %s is closed, and the service continues', async (_, message, code) => {
    const { key } = await api.account()
    const raw = await keep(greetedSocket(api, key))
    raw.send(message)
    expect((await raw.closed).code).toBe(code)
    expect(await askSocket(api, '{ pricing { currency } }')).toEqual([{ data: { pricing: { currency: 'USD' } } }])
  })

  test('that sends connection_init twice is closed', async () => {
    const raw = await keep(greetedSocket(api))
    raw.send({ type: 'connection_init' })
    expect((await raw.closed).code).toBe(4429)
  })

  test.each(['graphql-ws', 'chat'])('of another protocol is closed with 4406: %s', async (protocol) => {
    const raw = await keep(rawSocket(api, { protocol }))
    expect(await raw.closed).toEqual({ code: 4406, reason: 'Subprotocol not acceptable' })
  })

  describe('with a key', () => {
    const planOf = async (raw: RawSocket, payload?: object) => {
      raw.send({ type: 'connection_init', ...(payload && { payload }) })
      expect((await raw.next()).type).toBe('connection_ack')
      raw.send({ id: '1', type: 'subscribe', payload: { query: '{ me { plan } }' } })
      return (await raw.next()).payload
    }
    const free = { data: { me: { plan: 'free' } } }

    test.each([
      ['X-API-Key', (key: string) => key],
      ['x-api-key', (key: string) => key],
      ['apiKey', (key: string) => key],
      ['APIKEY', (key: string) => key],
      ['Authorization', (key: string) => `Bearer ${key}`],
      ['authorization', (key: string) => `bearer ${key}`],
    ])('takes it from connectionParams: %s', async (name, write) => {
      const { key } = await api.account()
      expect(await planOf(await keep(rawSocket(api)), { [name]: write(key) })).toEqual(free)
    })

    test.each([
      ['X-API-Key', (key: string) => key],
      ['Authorization', (key: string) => `Bearer ${key}`],
    ])('takes it from the header of the upgrade request: %s', async (name, write) => {
      const { key } = await api.account()
      const raw = await keep(rawSocket(api, { headers: { [name]: write(key) } }))
      expect(await planOf(raw)).toEqual(free)
    })

    test('takes it from both if they are the same', async () => {
      const { key } = await api.account()
      const raw = await keep(rawSocket(api, { headers: { 'X-API-Key': key } }))
      expect(await planOf(raw, { apiKey: key })).toEqual(free)
    })

    test('refuses different keys, and a key in a header that does not work, and says so', async () => {
      const { key } = await api.account()
      const closed = async (headers: Record<string, string>, payload: object) => {
        const raw = await keep(rawSocket(api, { headers }))
        raw.send({ type: 'connection_init', payload })
        return raw.closed
      }
      const different = { code: 4403, reason: expect.stringContaining('Send only one of them') }
      expect(await closed({ 'X-API-Key': key }, { apiKey: newApiKey(false) })).toEqual(different)
      expect(await closed({}, { apiKey: key, 'X-API-Key': newApiKey(false) })).toEqual(different)
      const invalid = {
        code: 4403,
        reason: expect.stringContaining('The API key in the header X-API-Key is not valid'),
      }
      expect(await closed({ 'X-API-Key': 'mpk_nonsense' }, {})).toEqual(invalid)
      const bare = { code: 4403, reason: expect.stringContaining('Authorization of connectionParams is not valid') }
      expect(await closed({}, { Authorization: key })).toEqual(bare)
    })
  })

  test('may have twenty concurrent operations', async () => {
    const { key } = await api.account()
    const id = await submit(api, key, silentAddresses(api, 1))
    // Each subscription sends one status.
    await untilStarted(api, key, id)
    const raw = await keep(greetedSocket(api, key))
    for (let n = 0; n < 21; n++) raw.send({ ...subscribe(id), id: String(n) })
    const messages = []
    for (let n = 0; n < 21; n++) messages.push(await raw.next())
    expect(messages.filter(({ type }) => type === 'next')).toHaveLength(20)
    expect(messages.filter(({ type }) => type === 'error')).toMatchObject([
      { id: '20', payload: [{ extensions: { code: 'VALIDATION_ERROR' } }] },
    ])
    await cancel(key, id)
  })

  test('of a client that keeps sending operations without reading is closed', async () => {
    const { key } = await api.account()
    const raw = await keep(greetedSocket(api, key))
    raw.socket.pause()
    const payload = { big: 'x'.repeat(500_000) }
    const flood = setInterval(() => {
      for (let n = 0; n < 10; n++) raw.socket.send(JSON.stringify({ type: 'ping', payload }), () => {})
    }, 10)
    const { code } = await raw.closed.finally(() => clearInterval(flood))
    expect(code).toBe(1006)
  })

  test('that is not a WebSocket handshake gets 400', async () => {
    const { port } = new URL(api.url)
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write('GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
      )
      let text = ''
      socket.on('data', (data) => {
        text += data
      })
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
  })
})

describe('a client of graphql-ws', () => {
  test('follows two batches over one connection', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const client = socketClient(api, { key })
    const states = new Map<string, string[]>()
    const follow = async (id: string) => {
      states.set(id, [])
      for await (const { data } of client.iterate<{ batchProgress: { status: string } }>({
        query: PROGRESS,
        variables: { id },
      })) {
        states.get(id)!.push(data!.batchProgress.status)
      }
    }
    const ids = [await submit(api, key, ['a', 'b']), await submit(api, key, silentAddresses(api, 1))]
    const following = Promise.all(ids.map(follow))
    await eventually(
      () => states.get(ids[1]!)?.length,
      (seen) => (seen ?? 0) > 0,
    )
    await cancel(key, ids[1]!)
    await following
    expect([...states.values()].map((seen) => seen.at(-1))).toEqual(['COMPLETED', 'CANCELLED'])
    await client.dispose()
  })
})

describe('when the service stops', () => {
  test('connections are closed as "going away", and the stop does not wait for them', async () => {
    const other = await start()
    const raw = await keep(greetedSocket(other))
    raw.send({ id: '1', type: 'subscribe', payload: { query: 'subscription { poolActivity { type } }' } })
    const unheard = await keep(rawSocket(other))
    const stopped = other.stopService()
    expect((await raw.closed).code).toBe(1001)
    expect((await unheard.closed).code).toBe(1001)
    await stopped
    await other.stop()
  })
})
