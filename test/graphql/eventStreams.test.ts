// GraphQL over server-sent events: what it delivers, its limits, and how its streams end.
import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createClient, fetchExchange } from '@urql/core'
import type { Request } from 'express'
import { createClient as createEventClient } from 'graphql-sse'
import { createEventStreams } from '../../src/graphql/sse/eventStreams.js'
import { silentLog } from '../../src/kernel/log.js'
import { ended, SILENT_FOR, silentAddresses, submit } from '../../testbed/callers/batches.js'
import { askEvents } from '../../testbed/callers/eventStream.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { askSocket } from '../../testbed/callers/graphqlSocket.js'
import { eventually } from '../../testbed/eventually.js'
import { justContributed } from '../../testbed/given/poolLog.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { openProxy } from '../../testbed/stores/storeProxy.js'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: { ...SILENT_FOR, CORS_ORIGINS: 'https://app.example.org' } })
})
afterAll(() => api.stop())

const PROGRESS = 'subscription ($id: ID!) { batchProgress(id: $id) { id status total processed } }'
const ACTIVITY = 'subscription { poolActivity { message } }'
const NEVER = '019acb60-2b1c-7c3d-9a4e-5f60718293a4'
const cancel = (key: string, id: string) =>
  dataOf(api, `mutation { cancelBatch(input: { id: "${id}" }) { success } }`, { key })

describe('a subscription', () => {
  test('sends the current state, then each change, and completes by itself', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const id = await submit(api, key, silentAddresses(api, 1))
    const events = await askEvents(api, PROGRESS, { key, variables: { id } })
    expect(events.response.status).toBe(200)
    expect(events.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(events.response.headers.get('x-accel-buffering')).toBe('no')
    expect(await events.next()).toMatchObject({ event: 'next', data: { data: { batchProgress: { id, total: 1 } } } })
    await cancel(key, id)
    const rest = await events.rest()
    expect(rest.at(-2)).toMatchObject({ event: 'next', data: { data: { batchProgress: { status: 'CANCELLED' } } } })
    expect(rest.at(-1)).toEqual({ event: 'complete', data: undefined })
  })

  test('is what urql asks for, with its own way of subscribing by fetch', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const id = await submit(api, key, silentAddresses(api, 1))
    const client = createClient({
      url: `${api.url}/graphql`,
      exchanges: [fetchExchange],
      fetchSubscriptions: true,
      preferGetMethod: false,
      fetchOptions: { headers: { 'X-API-Key': key } },
    })
    const seen: string[] = []
    const { unsubscribe } = client
      .subscription(PROGRESS, { id })
      .subscribe(({ data, error }) => seen.push(error?.message ?? data.batchProgress.status))
    await eventually(
      () => seen.length,
      (count) => count > 0,
    )
    await cancel(key, id)
    await eventually(
      () => seen.at(-1),
      (status) => status === 'CANCELLED',
    )
    unsubscribe()
    expect((await client.query('{ pricing { currency } }', {})).data).toEqual({ pricing: { currency: 'USD' } })
  })

  test('of another account, of nothing, or without a key is an error, and ends', async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const id = await submit(api, ada.key, ['a'])
    await ended(api, ada.key, id)
    const codesOf = async (key: string | undefined, variables: object) => {
      const events = await askEvents(api, PROGRESS, { ...(key && { key }), variables: { ...variables } })
      return (await events.rest()).map(({ event, data }) => data?.errors[0].extensions.code ?? event)
    }
    expect(await codesOf(undefined, { id })).toEqual(['MISSING_API_KEY', 'complete'])
    expect(await codesOf(bob.key, { id })).toEqual(['BATCH_NOT_FOUND', 'complete'])
    expect(await codesOf(ada.key, { id: NEVER })).toEqual(['BATCH_NOT_FOUND', 'complete'])
  })

  test.each([
    [
      'costs too much',
      `subscription { poolActivity { ${Array.from({ length: 400 }, (_, n) => `a${n}: message`).join(' ')} } }`,
    ],
    ['does not fit the schema', 'subscription { nothing }'],
    ['cannot be read', 'subscription {'],
  ])('that %s is refused with 400, as JSON', async (_, query) => {
    const { response } = await askEvents(api, query)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toMatch(/json/)
  })

  test.each([
    ['in its query', `${ACTIVITY} #${'x'.repeat(4_096)}`, {}],
    ['in variables that it does not even declare', ACTIVITY, { x: 'x'.repeat(4_096) }],
  ])('that would keep much in memory is refused over every transport: %s', async (_, query, variables) => {
    const message = 'The query of a subscription may have at most 4096 characters, and its variables 4096.'
    const refused = { errors: [expect.objectContaining({ message })] }
    const { response } = await askEvents(api, query, { variables })
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 400, body: refused })
    expect(await askSocket(api, query, { variables })).toMatchObject([refused])
  })

  test.each([
    ['by GET', { method: 'GET', accept: 'application/json, text/event-stream' }, 405],
    ['that accepts no events', { accept: 'application/json' }, 400],
  ])('%s is refused, and says how it is done', async (_, how, status) => {
    const { response } = await askEvents(api, ACTIVITY, how)
    expect(response.status).toBe(status)
    expect(await response.text()).toMatch(/subscription/i)
  })

  test('in a body that a page may send to another origin without asking is refused', async () => {
    const { status } = await api.request('POST', '/graphql', {
      body: JSON.stringify({ query: ACTIVITY }),
      headers: { 'Content-Type': 'text/plain', Accept: 'text/event-stream' },
    })
    expect(status).toBeGreaterThanOrEqual(400)
  })
})

describe('the client graphql-sse', () => {
  const clientOf = (key: string, url = `${api.url}/graphql`) =>
    createEventClient({ url, headers: { 'X-API-Key': key }, retryAttempts: 20, retry: () => setTimeout(20) })

  interface Progress extends Record<string, unknown> {
    readonly batchProgress: { readonly status: string }
  }

  test('follows a batch to its end', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const id = await submit(api, key, silentAddresses(api, 1))
    const client = clientOf(key)
    const seen: string[] = []
    for await (const { data, errors } of client.iterate<Progress>({ query: PROGRESS, variables: { id } })) {
      expect(errors).toBeUndefined()
      if (seen.length === 0) await cancel(key, id)
      seen.push(data!.batchProgress.status)
    }
    expect(seen[0]).not.toBe('CANCELLED')
    expect(seen.at(-1)).toBe('CANCELLED')
    client.dispose()
  })

  test('is told why a subscription ended, and is not asked to try again', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const other = await api.generate(key)
    const id = await submit(api, key, silentAddresses(api, 1))
    const client = clientOf(other.key)
    const codes: unknown[] = []
    for await (const { errors } of client.iterate({ query: PROGRESS, variables: { id } })) {
      if (errors) codes.push(errors[0]!.extensions!.code)
      else await api.call('revokeKey', { key, params: { keyId: other.id } })
    }
    expect(codes).toEqual(['INVALID_API_KEY'])
    client.dispose()
    await cancel(key, id)
  })

  test('connects again when its connection is cut, and is told what it missed by the present state', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const id = await submit(api, key, silentAddresses(api, 1))
    const proxy = await openProxy(() => ({ port: Number(new URL(api.url).port) }))
    const client = clientOf(key, `http://127.0.0.1:${proxy.port}/graphql`)
    const seen: string[] = []
    for await (const { data } of client.iterate<Progress>({ query: PROGRESS, variables: { id } })) {
      seen.push(data!.batchProgress.status)
      if (seen.length > 1) continue
      await proxy.close()
      await cancel(key, id)
      await proxy.open()
    }
    expect(seen[0]).not.toBe('CANCELLED')
    expect(seen.at(-1)).toBe('CANCELLED')
    client.dispose()
    await proxy.close()
  })

  test('is answered a query, too', async () => {
    const { key } = await api.account()
    const client = clientOf(key)
    const answers: unknown[] = []
    for await (const { data } of client.iterate({ query: '{ pricing { currency } }' })) answers.push(data)
    expect(answers).toEqual([{ pricing: { currency: 'USD' } }])
    client.dispose()
  })
})

describe('an operation that is no subscription', () => {
  test('is answered by one event if nothing else is accepted, and as JSON otherwise', async () => {
    const query = '{ pricing { currency } }'
    const only = await askEvents(api, query)
    expect(await only.rest()).toEqual([
      { event: 'next', data: { data: { pricing: { currency: 'USD' } } } },
      { event: 'complete', data: undefined },
    ])
    const { response } = await askEvents(api, query, { accept: 'application/json, text/event-stream' })
    expect(await response.json()).toEqual({ data: { pricing: { currency: 'USD' } } })
  })
})

describe('a stream', () => {
  test('ends within seconds once its key is revoked, and says why', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const other = await api.generate(key)
    const id = await submit(api, key, silentAddresses(api, 1))
    const events = await askEvents(api, PROGRESS, { key: other.key, variables: { id } })
    await events.next()
    await api.call('revokeKey', { key, params: { keyId: other.id } })
    const rest = await events.rest()
    expect(rest.at(-2)!.data.errors[0].extensions.code).toBe('INVALID_API_KEY')
    expect(rest.at(-1)!.event).toBe('complete')
    await cancel(key, id)
  })

  test('that the client leaves frees its share at once: a hundred of them leave nothing behind', async () => {
    const { key } = await api.account({ plan: 'enterprise', perMinute: 10_000 })
    const id = await submit(api, key, silentAddresses(api, 1))
    for (let round = 0; round < 100; round++) {
      const events = await askEvents(api, PROGRESS, { key, variables: { id } })
      expect((await events.next())?.event).toBe('next')
      events.close()
    }
    await cancel(key, id)
    const events = await askEvents(api, PROGRESS, { key, variables: { id } })
    expect((await events.rest()).at(-1)!.event).toBe('complete')
  })

  test('whose client goes while its query is read holds no permit', async () => {
    let held = 0
    const permits = {
      acquire() {
        held++
        return () => void held--
      },
    }
    const { open } = createEventStreams({
      auth: { identify: async () => null as never },
      subscribe: async () => ({}),
      permits,
    })
    const request = { ip: '192.0.2.1' } as Request
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    response.destroy()
    const failing = { requestId: 'r', log: silentLog, baseUrl: 'http://localhost' }
    const opening = { request, response, headers: {}, failing, credentials: undefined, shareKey: 'client' }
    await open({ ...opening, response: response as never, prepare: async () => ({}) as never })
    expect(held).toBe(0)
  })

  test('that is not read is disconnected, and others receive everything', async () => {
    const large = `subscription { poolActivity { ${Array.from({ length: 30 }, (_, n) => `m${n}: message`).join(' ')} } }`
    const idler = connect(Number(new URL(api.url).port), '127.0.0.1')
    const body = JSON.stringify({ query: large })
    idler.write(
      `POST /graphql HTTP/1.1\r\nHost: ${new URL(api.url).host}\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    idler.pause()
    let isClosed = false
    idler
      .on('error', () => {})
      .once('close', () => {
        isClosed = true
      })
    const reader = await askEvents(api, ACTIVITY)
    let heard = 0
    void (async () => {
      while (await reader.next()) heard++
    })().catch(() => {})
    // A client that does not read notices the end only when it writes.
    const writing = setInterval(() => idler.write('\r\n'), 200)
    await eventually(
      async () => {
        await justContributed(api, 50, {})
        return isClosed
      },
      (closed) => closed,
    )
    clearInterval(writing)
    const known = heard
    await eventually(
      async () => {
        await justContributed(api, 1, {})
        return heard
      },
      (count) => count > known,
    )
    reader.close()
  }, 120_000)

  test('is cut when the service stops, so that its client connects again', async () => {
    const own = await start()
    const events = await askEvents(own, ACTIVITY)
    const next = events.next().then(
      () => 'ended',
      () => 'cut',
    )
    await own.stop()
    expect(await next).toBe('cut')
  })
})
