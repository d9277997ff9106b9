// Unexpected errors and unavailable stores over GraphQL.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { GraphQLInt, GraphQLObjectType, GraphQLSchema, OperationTypeNode } from 'graphql'
import { createApollo } from '../../src/graphql/apollo.js'
import type { GraphqlHost } from '../../src/graphql/host.js'
import { mountGraphql } from '../../src/graphql/mount.js'
import { silentLog } from '../../src/kernel/log.js'
import { ask, codesOf } from '../../testbed/callers/graphql.js'
import { askSocket } from '../../testbed/callers/graphqlSocket.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let key: string
let unusedKey: string
const SECRET = 'the secret of /work/src/inside.ts:7'
beforeAll(async () => {
  api = await start()
  key = (await api.account()).key
  unusedKey = (await api.account()).key
  Object.assign(api.service.container.accounts, {
    getPricing: () => {
      throw new Error(SECRET)
    },
  })
  await ask(api, '{ me { id } }', { key })
})
afterAll(() => api.stop().catch(() => undefined))

describe('an unexpected error', () => {
  const query = '{ pricing { currency } __typename }'

  test('has the usual format, without internal details, over every transport', async () => {
    const environment = process.env.NODE_ENV
    for (const value of [undefined, 'development', 'production']) {
      if (value === undefined) delete process.env.NODE_ENV
      else process.env.NODE_ENV = value
      const { body, text } = await ask(api, query)
      const [message] = await askSocket(api, query)
      expect(body).toMatchObject({
        data: { pricing: null, __typename: 'Query' },
        errors: [{ message: 'Internal server error.', path: ['pricing'] }],
      })
      expect(body.errors[0].extensions).toEqual({
        code: 'INTERNAL_ERROR',
        docsUrl: 'https://mailproof.test/docs/errors/INTERNAL_ERROR',
      })
      expect(message.errors).toEqual(body.errors)
      expect(text + JSON.stringify(message)).not.toMatch(/secret|inside|stack/)
    }
    if (environment !== undefined) process.env.NODE_ENV = environment
  })
})

test('a value of ours that does not fit its type is an unexpected error, and not the mistake of the caller', async () => {
  const { accounts } = api.service.container
  const { getAccount } = accounts
  Object.assign(accounts, {
    getAccount: async (...asked: Parameters<typeof getAccount>) => ({
      ...(await getAccount(...asked)),
      keepAddressesDays: 5_000_000_000,
    }),
  })
  const answer = await ask(api, '{ me { keepAddressesDays } }', { key })
  Object.assign(accounts, { getAccount })
  expect(answer.body.errors).toMatchObject([
    { message: 'Internal server error.', path: ['me', 'keepAddressesDays'], extensions: { code: 'INTERNAL_ERROR' } },
  ])
  const asked = await ask(api, 'query ($n: Int) { batches(first: $n) { totalCount } }', { key, variables: { n: null } })
  expect(codesOf(asked)).toEqual(['VALIDATION_ERROR'])
})

test('an unexpected error is logged once, with its request, unless the client has gone', async () => {
  const logged: object[] = []
  const log = { ...silentLog, error: (fields: object) => logged.push(fields) }
  const fails = () => {
    throw new Error('the client closed the connection')
  }
  const fields = { failing: { type: GraphQLInt, resolve: fails } }
  const apollo = createApollo({
    schema: new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }) }),
    documents: { byName: () => undefined } as never,
    enforceLimits: async () => ({ kind: OperationTypeNode.QUERY, cost: 0 }),
    rateLimiter: { reportSimulated() {} },
    log,
    baseUrl: '',
  })
  await apollo.start()
  for (const isGone of [true, false]) {
    const failing = { requestId: `gone: ${isGone}`, log, baseUrl: '' }
    const contextValue = { exchange: { headers: {} }, failing, isGone: () => isGone } as never
    await apollo.executeOperation({ query: '{ failing }' }, { contextValue })
  }
  expect(logged).toMatchObject([{ operation: 'failing', requestId: 'gone: false' }])
})

describe('while the stores do not answer', () => {
  beforeAll(() => api.service.container.close())

  test.each([
    ['{ me { id } }', 'SERVICE_UNAVAILABLE'],
    ['{ batches { totalCount } }', 'SERVICE_UNAVAILABLE'],
    ['{ batch(id: "x") { id } }', 'SERVICE_UNAVAILABLE'],
    ['{ webhooks { id } }', 'SERVICE_UNAVAILABLE'],
    ['{ poolStats { uniqueEmails } }', 'SERVICE_UNAVAILABLE'],
    ['mutation { createAccount(input: { email: "a@example.org" }) { apiKey } }', 'SERVICE_UNAVAILABLE'],
    ['mutation { submitBatch(input: { emails: ["a"] }) { batchId } }', 'SERVICE_UNAVAILABLE'],
    ['mutation { x: verifyEmail(input: { email: "ada@explicit.mailproof.net" }) { valid } }', 'UPSTREAM_ERROR'],
    [
      'mutation { verifyEmailSignals(input: { email: "ada@explicit.mailproof.net" }) { email } }',
      'SERVICE_UNAVAILABLE',
    ],
  ])('%s reports it, as REST does', async (query, code) => {
    const answer = await ask(api, query, { key })
    expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 200, codes: [code] })
  })

  test('a verification that could not begin does not say that it may have been charged', async () => {
    const mutation = 'mutation { verifyEmail(input: { email: "ada@explicit.mailproof.net" }) { valid } }'
    const { body } = await ask(api, mutation, { key: unusedKey })
    expect(body.errors[0]).toMatchObject({
      message: 'The service is temporarily unavailable. Try again in a moment.',
      extensions: { code: 'UPSTREAM_ERROR' },
    })
    expect((await askSocket(api, mutation, { key: unusedKey }))[0].errors).toEqual(body.errors)
    const rest = await api.call('verifyEmail', { key: unusedKey, body: { email: 'ada@explicit.mailproof.net' } })
    expect(rest.body.error.message).toBe(body.errors[0].message)
  })

  test('a subscription reports it, and ends', async () => {
    const [answer, ...rest] = await askSocket(api, 'subscription { poolActivity { type } }')
    expect(answer.errors[0].extensions.code).toBe('SERVICE_UNAVAILABLE')
    expect(rest).toEqual([])
  })
})

test('a runtime that could not be loaded is loaded by the next request, and does not keep the service from stopping', async () => {
  let attempts = 0
  const direct: GraphqlHost['direct'] = new Map()
  const { stop } = mountGraphql({
    app: { all() {} },
    direct,
    upgrades: new Map(),
    traffic: { of: () => () => {} },
    log: silentLog,
    get services() {
      throw new Error(`attempt ${++attempts}`)
    },
  } as unknown as GraphqlHost)
  const post = () => direct.get('POST /graphql')!({} as never, {} as never)
  await expect(post()).rejects.toThrow('attempt 1')
  await expect(post()).rejects.toThrow('attempt 2')
  const last = post()
  await expect(Promise.all([stop(), expect(last).rejects.toThrow('attempt 3')])).resolves.toBeDefined()
})
