// Every scope against every operation, over REST, GraphQL and WebSocket.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { buildSchema } from 'graphql'
import { loadContract } from '../../src/api/contract/contract.js'
import { SCOPES, type Scope } from '../../src/features/accounts/index.js'
import type { Answer } from '../../testbed/callers/client.js'
import { ask } from '../../testbed/callers/graphql.js'
import { askSocket, rawSocket } from '../../testbed/callers/graphqlSocket.js'
import { codeOf } from '../../testbed/contract/answers.js'
import { OPERATION_NAMES, sampleOf } from '../../testbed/contract/operations.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { rootDocuments } from './support/rootDocuments.js'
import { FIELDS_OF, OPERATIONS_OF, PUBLIC_FIELDS } from './support/scopes.js'

const ORIGIN = 'https://shop.example'
const contract = loadContract()
const schema = buildSchema(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'))
const documents = rootDocuments(schema)

const scopeOf = <Name extends string>(lists: { readonly [scope in Scope]: readonly Name[] }, name: string) =>
  SCOPES.find((scope) => (lists[scope] as readonly string[]).includes(name))

let api: InProcessService
let owner: { readonly id: string; readonly key: string }
/** A key for each scope alone, and a publishable key. */
let keys: { readonly [scope in Scope | 'publishable']: string }

beforeAll(async () => {
  api = await start({ env: { WRITES_PER_MINUTE: '100000', WRITES_PER_DAY: '100000' } })
  owner = await api.account({ plan: 'growth', perMinute: 100_000 })
  const one = async (body: object) => (await api.generate(owner.key, body)).key
  const ofScopes = await Promise.all(SCOPES.map(async (scope) => [scope, await one({ scopes: [scope] })]))
  keys = { ...Object.fromEntries(ofScopes), publishable: await one({ publishable: true, origins: [ORIGIN] }) }
})
afterAll(() => api.stop())

const isRefused = (answer: Answer): boolean => answer.status === 403 && codeOf(answer) === 'INSUFFICIENT_SCOPE'

describe('the contract', () => {
  test('gives each operation that accepts a key the scope that it is for', () => {
    const found = contract.operations.flatMap(({ id, key, scope }) => (key === 'none' ? [] : [[id, scope]]))
    const wanted = SCOPES.flatMap((scope) => OPERATIONS_OF[scope].map((id) => [id, scope]))
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted))
  })

  test('gives operations without a key no scope, and publishable keys one operation', () => {
    expect(contract.operations.filter(({ key, scope }) => key === 'none' && scope !== undefined)).toEqual([])
    expect(contract.operations.filter(({ publishable }) => publishable).map(({ id }) => id)).toEqual(['checkEmail'])
  })
})

describe('over REST', () => {
  test.each(OPERATION_NAMES)('%s accepts the keys of its scope, and no others', async (id) => {
    const needed = scopeOf(OPERATIONS_OF, id)
    for (const [holder, key] of Object.entries(keys)) {
      const { headers, ...sample } = sampleOf(id)
      const answer = await api.call(id, { ...sample, key, headers: { ...headers, Origin: ORIGIN } })
      const mayCall = needed === undefined || (holder === 'publishable' ? id === 'checkEmail' : holder === needed)
      expect({ holder, refused: isRefused(answer) }).toEqual({ holder, refused: !mayCall })
      if (mayCall) expect([401, 403]).not.toContain(answer.status)
      else if (holder !== 'publishable')
        expect(answer.body.error.details).toEqual({ required: needed, scopes: [holder] })
    }
  })

  test('a key with several scopes may do what any of them is for, and nothing else', async () => {
    const { key } = await api.generate(owner.key, { scopes: ['webhooks', 'verify'] })
    const statusOf = async (id: 'listWebhooks' | 'verifyEmail' | 'getUsage') =>
      (await api.call(id, { key, ...sampleOf(id) })).status
    expect([await statusOf('listWebhooks'), await statusOf('verifyEmail'), await statusOf('getUsage')]).toEqual([
      200, 200, 403,
    ])
  })

  test('a refusal is not counted against a rate limit', async () => {
    const { key } = await api.account({ perMinute: 1 })
    const read = (await api.generate(key, { scopes: ['read'] })).key
    const body = { email: 'ada@explicit.mailproof.net' }
    for (let time = 0; time < 3; time++) expect((await api.call('verifyEmail', { key: read, body })).status).toBe(403)
    expect((await api.call('verifyEmail', { key, body })).status).toBe(200)
  })

  test('the verdict of the front page needs the scope verify', async () => {
    const tryOut = (key: string) =>
      api.request('POST', '/try', { key, body: { email: 'ada@explicit.mailproof.net' }, headers: { Origin: ORIGIN } })
    expect((await tryOut(keys.verify)).status).toBe(200)
    for (const key of [keys.read, keys.publishable]) expect(isRefused(await tryOut(key))).toBe(true)
  })
})

describe('over GraphQL', () => {
  test('the matrix has every root field', () => {
    const known = [...Object.values(FIELDS_OF).flat(), ...PUBLIC_FIELDS].filter((name) => !name.startsWith('Account.'))
    expect(documents.map(({ coordinate }) => coordinate).sort()).toEqual(known.sort())
  })

  test.each(documents.map((document) => [document.coordinate, document] as const))(
    '%s accepts the keys of its scope, and no others',
    async (coordinate, { field, text }) => {
      const needed = scopeOf(FIELDS_OF, coordinate)
      for (const scope of SCOPES) {
        const errors = await errorsOf(text, keys[scope])
        const refused = errors.some(({ extensions }) => extensions.code === 'INSUFFICIENT_SCOPE')
        expect({ scope, refused }).toEqual({ scope, refused: needed !== undefined && needed !== scope })
        if (refused) expect(errors).toEqual([expect.objectContaining({ path: [field] })])
      }
    },
  )

  async function errorsOf(text: string, key: string): Promise<{ path: string[]; extensions: { code: string } }[]> {
    if (!text.startsWith('subscription')) return (await ask(api, text, { key })).body.errors ?? []
    // A subscription that is accepted does not end by itself.
    const raw = await rawSocket(api)
    try {
      raw.send({ type: 'connection_init', payload: { 'X-API-Key': key } })
      await raw.next()
      raw.send({ type: 'subscribe', id: '1', payload: { query: text } })
      raw.send({ type: 'subscribe', id: '2', payload: { query: queryAfter(text) } })
      for (let message = await raw.next(); message.type !== 'complete'; message = await raw.next()) {
        if (message.type === 'error') return message.payload as []
        const { errors } = (message.payload ?? {}) as { errors?: [] }
        if (errors) return errors
      }
      return []
    } finally {
      raw.socket.terminate()
    }
  }

  /** One that is validated after another: those that are known do not wait for a turn. */
  const queryAfter = (text: string): string => `{ pricing { currency } } # after ${text}`

  test('fields below another field need their own scope', async () => {
    const fields = '{ me { id keys { id } webhooks { id } batches { edges { cursor } } } }'
    const { body } = await ask(api, fields, { key: keys.read })
    expect(body.data.me).toEqual({ id: owner.id, keys: null, webhooks: null, batches: null })
    const refused = body.errors.map(({ path, extensions }: { path: string[]; extensions: object }) => [
      path.join('.'),
      extensions,
    ])
    for (const [path, required] of [
      ['me.keys', 'admin'],
      ['me.webhooks', 'webhooks'],
      ['me.batches', 'bulk'],
    ]) {
      const extensions = expect.objectContaining({
        code: 'INSUFFICIENT_SCOPE',
        details: { required, scopes: ['read'] },
      })
      expect(refused).toContainEqual([path, extensions])
    }
  })

  test('one field that a key may not have leaves the others their answers', async () => {
    const { body } = await ask(api, '{ usage { plan } webhooks { id } pricing { currency } }', { key: keys.webhooks })
    expect(body.data).toEqual({ usage: null, webhooks: expect.any(Array), pricing: { currency: 'USD' } })
  })

  test('a publishable key is refused by every field that needs a key, and counts as no key', async () => {
    const headers = { Origin: ORIGIN }
    const answer = await ask(api, '{ usage { plan } pricing { currency } }', { key: keys.publishable, headers })
    expect(answer.body.data).toEqual({ usage: null, pricing: { currency: 'USD' } })
    expect(answer.body.errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE')
  })

  test('a publishable key opens no WebSocket', async () => {
    const [{ errors }] = await askSocket(api, '{ pricing { currency } }', { key: keys.publishable })
    expect(errors).toMatchObject({ code: 4403 })
  })

  test('a subscription ends when its key is revoked', async () => {
    const account = await api.account()
    const { id, key } = await api.generate(account.key, { scopes: ['bulk'] })
    const raw = await rawSocket(api)
    raw.send({ type: 'connection_init', payload: { 'X-API-Key': key } })
    await raw.next()
    const text = 'subscription { poolActivity { type } }'
    raw.send({ type: 'subscribe', id: '1', payload: { query: text } })
    // An answer to what was sent later: the subscription has not been refused.
    raw.send({ type: 'subscribe', id: '2', payload: { query: queryAfter(text) } })
    expect(await raw.next()).toMatchObject({ id: '2', type: 'next' })
    expect(await raw.next()).toMatchObject({ id: '2', type: 'complete' })
    await api.call('revokeKey', { key: account.key, params: { keyId: id } })
    expect(await raw.closed).toMatchObject({ code: 4403 })
  })
})
