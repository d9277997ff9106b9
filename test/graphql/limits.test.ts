// GraphQL requests that are refused before execution, and unusual ones that must be answered.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { getIntrospectionQuery } from 'graphql'
import { ask, codesOf, dataOf, expectGraphql } from '../../testbed/callers/graphql.js'
import { askSocket, greetedSocket } from '../../testbed/callers/graphqlSocket.js'
import { times } from '../../testbed/callers/hostileDocuments.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let key: string
beforeAll(async () => {
  api = await start()
  key = (await api.account({ perMinute: 1_000 })).key
})
afterAll(() => api.stop())

const deep = (levels: number): string =>
  `{ me ${times(levels, () => '{ batches { edges { node')} { id } ${'}'.repeat(levels * 3)} }`
const verify = (alias: string): string =>
  `${alias}: verifyEmail(input: { email: "ada@explicit.mailproof.net" }) { valid }`
const rows = (first: number) =>
  `{ me { batches(first: ${first}) { edges { node { results(first: 100) { edges { node { index email valid } } } } } } } }`

const HOSTILE: [what: string, query: string, says: RegExp][] = [
  ['depth 40', deep(13), /41 levels deep; at most 12/],
  [
    'depth by fragments',
    `{ ...a } fragment a on Query { me { ...b } } fragment b on Account ${deep(5).slice(5, -2)}`,
    /levels deep; at most 12/,
  ],
  ['2,000 aliases', `{ ${times(2_000, (n) => `a${n}: __typename`)} }`, /tokens/],
  ['31 aliases', `{ ${times(31, (n) => `a${n}: pricing { currency }`)} }`, /31 aliases; at most 30/],
  ['200 aliased verifies', `mutation { ${times(200, (n) => verify(`v${n}`))} }`, /200 aliases; at most 30/],
  ['one field 600 times', `{ ${times(600, () => '__typename')} }`, /600 fields; at most 500/],
  [
    'a fragment that contains itself',
    '{ ...a } fragment a on Query { pricing { currency } ...a }',
    /fragment a contains itself/,
  ],
  [
    'fragments in a cycle',
    '{ ...a } fragment a on Query { ...b } fragment b on Query { ...c } fragment c on Query { ...a }',
    /contains itself/,
  ],
  ['a query of a megabyte', `{ pricing { currency } } #${'x'.repeat(1_000_000)}`, /characters; at most 65536/],
  ['a megabyte of values', `{ batch(id: "${'x'.repeat(1_000_000)}") { id } }`, /characters; at most 65536/],
  ['nothing but brackets', '{a'.repeat(30_000), /levels of nested brackets/],
  ['first: 100000', '{ batches(first: 100000) { edges { cursor } } }', /`first` must be 1 to 100; you sent 100000/],
  ['first: 101', '{ batches(first: 101) { edges { cursor } } }', /1 to 100/],
  ['first: 0', '{ batches(first: 0) { edges { cursor } } }', /1 to 100/],
  ['first: -1', '{ batches(first: -1) { edges { cursor } } }', /1 to 100/],
  ['first beyond 32 bits', '{ batches(first: 3000000000) { edges { cursor } } }', /32-bit/],
  ['first: null', '{ batches(first: null) { edges { cursor } } }', /null/],
  ['pages of pages', rows(100), /fields; at most 5000/],
  [
    'the description of the schema again and again',
    `{ ${times(3, (n) => `s${n}: __schema { ...S }`)} } ${getIntrospectionQuery()
      .replace(/query IntrospectionQuery \{\s*__schema/, 'fragment S on __Schema')
      .replace(/\}\s*\}\s*fragment FullType/, '} fragment FullType')}`,
    /at most 5000/,
  ],
  [
    'introspection in circles',
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    /Maximum introspection depth/,
  ],
  [
    'the lists of the schema’s description under many names',
    `{ __schema { ${times(15, (n) => `a${n}: types { ...T }`)} } } fragment T on __Type { ${times(15, (n) => `b${n}: fields { ...F }`)} } fragment F on __Field { name description }`,
    /at most 5000/,
  ],
  [
    'the results of a batch under many names',
    `mutation { verifyBatch(input: { emails: ["ada@explicit.mailproof.net"] }) { ${times(30, (n) => `a${n}: results { ...R }`)} } } fragment R on VerificationResult { email valid status reason checks { syntax dns mx disposable role free } metadata { domain provider } }`,
    /at most 5000/,
  ],
  [
    'a subscription that may have nothing to tell',
    'subscription { poolActivity @skip(if: true) { type } }',
    /must not have @skip or @include/,
  ],
  [
    'the same, by a fragment and a variable',
    'subscription ($x: Boolean!) { ...a } fragment a on Subscription { poolActivity @include(if: $x) { type } }',
    /must not have @skip or @include/,
  ],
  ['an unknown field', '{ me { password } }', /Cannot query field "password"/],
  ['an unknown argument', '{ batches(last: 3) { totalCount } }', /Unknown argument "last"/],
  ['an unknown value', '{ batches(status: DONE) { totalCount } }', /"DONE" does not exist/],
  ['no query at all', '', /`query`/],
  ['something else', 'SELECT 1', /Syntax Error/],
  ['a fragment and nothing to do', 'fragment a on Query { pricing { currency } }', /never used/],
  ['an unknown period', '{ poolLeaderboard(period: YEARLY) { period } }', /"YEARLY" does not exist/],
  ["a period in REST's words", '{ poolLeaderboard(period: "weekly") { period } }', /cannot represent non-enum value/],
  ['a period of something else', '{ poolContributions(period: WEEKLY) { period } }', /"WEEKLY" does not exist/],
  ['limit 0', '{ poolLeaderboard(limit: 0) { period } }', /`limit` must be 1 to 100; you sent 0/],
  ['limit 101', '{ poolActivity(limit: 101) { success } }', /`limit` must be 1 to 100; you sent 101/],
  ['page 0', '{ poolContributions(page: 0) { period } }', /`page` must be 1 to 2147483647; you sent 0/],
  ['an argument twice', '{ poolActivity(limit: 1, limit: 2) { success } }', /only one argument named "limit"/],
  ['two operations of one name', 'query a { me { id } } query a { me { plan } }', /only one operation named "a"/],
  [
    'two fragments of one name',
    times(2, () => 'fragment a on Query { me { id } }').concat('{ ...a }'),
    /only one fragment/,
  ],
  [
    'a variable twice',
    'query ($a: Int, $a: Int) { batches(first: $a) { totalCount } }',
    /only one variable named "\$a"/,
  ],
  ['a variable that is not there', '{ batches(first: $a) { totalCount } }', /Variable "\$a" is not defined/],
  ['a field called __proto__', '{ __proto__ { id } }', /Cannot query field "__proto__"/],
  ['a field called constructor', '{ constructor { name } }', /Cannot query field "constructor"/],
  ['an argument called __proto__', '{ batches(__proto__: 1) { totalCount } }', /Unknown argument "__proto__"/],
  ['a type called hasOwnProperty', '{ ... on hasOwnProperty { me { id } } }', /Unknown type "hasOwnProperty"/],
  ['a fragment called __proto__', '{ ...__proto__ }', /Unknown fragment "__proto__"/],
  ['a directive called constructor', '{ me @constructor { id } }', /Unknown directive "@constructor"/],
  ['a directive that is not there', '{ pricing @defer { currency } }', /Unknown directive/],
]

/** The first message in response to an operation over WebSocket, unparsed. */
async function overSocket(query: string, more: object): Promise<string> {
  const raw = await greetedSocket(api)
  raw.send({ id: '__proto__', type: 'subscribe', payload: { query, ...more } })
  const { payload } = await raw.next()
  raw.socket.terminate()
  return JSON.stringify(payload)
}

describe('before execution', () => {
  test.each(HOSTILE)('HTTP refuses %s', async (_, query, says) => {
    const answer = await ask(api, query, { key })
    expect(answer.status).toBe(400)
    expect(answer.body).not.toHaveProperty('data')
    expect(new Set(codesOf(answer))).toEqual(new Set(['VALIDATION_ERROR']))
    expect(answer.body.errors[0].message).toMatch(says)
    expect(answer.headers).toHaveProperty('x-ratelimit-limit', '1000')
  })

  test.each(HOSTILE.filter(([, query]) => query.length < 1_000_000))('WebSocket refuses %s', async (_, query, says) => {
    const [answer] = await askSocket(api, query, { key })
    expect(answer.data).toBeUndefined()
    for (const { extensions } of answer.errors) expect(extensions.code).toBe('VALIDATION_ERROR')
    expect(answer.errors[0].message).toMatch(says)
  })

  test('none of these requests verified an address', async () => {
    expect(await api.usage(key)).toMatchObject({ verifications: 0 })
  })
})

describe('variables', () => {
  const query = 'query ($first: Int) { batches(first: $first) { totalCount } }'

  test.each([
    ['beyond a page', { first: 100_000 }, /1 to 100/],
    ['of another type', { first: 'ten' }, /Int cannot represent non-integer value/],
    ['of a fraction', { first: 1.5 }, /Int cannot represent/],
  ])('are validated before execution: %s', async (_, variables, says) => {
    for (const errors of [
      (await ask(api, query, { key, variables })).body.errors,
      (await askSocket(api, query, { key, variables }))[0].errors,
    ]) {
      expect(errors[0]).toMatchObject({
        message: expect.stringMatching(says),
        extensions: { code: 'VALIDATION_ERROR' },
      })
    }
  })

  test('with invalid values are not echoed at length', async () => {
    const verify = 'mutation ($input: VerifyEmailInput!) { verifyEmail(input: $input) { valid } }'
    const answer = await ask(api, verify, { key, variables: { input: 'x'.repeat(500_000) } })
    expect(answer.status).toBe(400)
    expect(answer.text.length).toBeLessThan(2_000)
  })

  test('with an unknown member are refused with its name', async () => {
    const verify = 'mutation ($input: VerifyEmailInput!) { verifyEmail(input: $input) { valid } }'
    const answer = await ask(api, verify, { key, variables: { input: { email: 'a@b.c', mail: 'x' } } })
    expect(answer.body.errors[0].message).toContain('"mail"')
    expect(codesOf(answer)).toEqual(['VALIDATION_ERROR'])
  })

  test.each([
    ['a list', []],
    ['a text', '{}'],
    ['a number', 1],
  ])('must be an object, not %s', async (_, variables) => {
    const answer = await ask(api, '{ pricing { currency } }', { variables: variables as object })
    expect(answer.status).toBe(400)
    expect(codesOf(answer)).toEqual(['VALIDATION_ERROR'])
  })
})

describe('names of Object.prototype members', () => {
  const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
  const pollution = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'

  test('are ordinary aliases and operation names', async () => {
    const query = NAMES.map((name) => `query ${name} { ${name}: pricing { ${name}: currency } }`).join(' ')
    for (const operationName of NAMES) {
      const answers = [(await ask(api, query, { operationName })).text, await overSocket(query, { operationName })]
      for (const answer of answers)
        expect(JSON.parse(answer)).toEqual(JSON.parse(`{"data":{"${operationName}":{"${operationName}":"USD"}}}`))
    }
  })

  test('are not operations unless one is named so', async () => {
    for (const operationName of NAMES) {
      const answer = await ask(api, 'query a { pricing { currency } }', { operationName })
      expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 400, codes: ['VALIDATION_ERROR'] })
    }
  })

  test.each([
    ['variables', `{"query":"{ pricing { currency } }","variables":${pollution}}`],
    ['members of the request', `{"query":"{ pricing { currency } }",${pollution.slice(1)}`],
    ['extensions', `{"query":"{ pricing { currency } }","extensions":${pollution}}`],
  ])('have no effect as %s', async (_, body) => {
    const answer = await api.request('POST', '/graphql', { body })
    expectGraphql(answer)
    expect(answer.body).toEqual({ data: { pricing: { currency: 'USD' } } })
    expect({}).not.toHaveProperty('polluted')
  })

  test('are unknown members of an input', async () => {
    const query = 'mutation ($input: VerifyEmailInput!) { verifyEmail(input: $input) { valid } }'
    const body = `{"query":${JSON.stringify(query)},"variables":{"input":{"email":"a@b.c",${pollution.slice(1)}}}`
    const answer = await api.request('POST', '/graphql', { key, body })
    expectGraphql(answer)
    expect(answer.body).not.toHaveProperty('data')
    expect(answer.body.errors[0].message).toMatch(/Field "(__proto__|constructor)" is not defined/)
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('ordinary queries', () => {
  test('include a dashboard of batches and results', async () => {
    const query = `{ me { id batches(first: 25) { totalCount edges { node { id status total processed
      results(first: 20, verdict: INVALID) { edges { node { index email valid error } } } } } }
      webhooks { id url deliveries(first: 5) { edges { node { id status attempts { at statusCode } } } } } } }`
    expect((await dataOf(api, query, { key })).me.batches.totalCount).toBe(0)
  })

  test('include full introspection by tools', async () => {
    const { __schema } = await dataOf(api, getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true }))
    expect(__schema.queryType.name).toBe('Query')
  })

  test('may give a variable in @skip or @include a default', async () => {
    const query = `mutation ($x: Boolean = true, $y: Boolean = false) {
      a: verifyEmail(input: { email: "ada@explicit.mailproof.net" }) @include(if: $x) { status }
      b: verifyEmail(input: { email: "ada@explicit.mailproof.net" }) @include(if: $y) { status }
    }`
    const before = (await api.usage(key)).verifications
    expect(await dataOf(api, query, { key })).toEqual({ a: { status: 'VALID' } })
    expect(await api.usage(key)).toMatchObject({ verifications: before + 1 })
  })

  test('may have an empty operation name, which counts as none', async () => {
    expect(await dataOf(api, '{ pricing { currency } }', { operationName: '' })).toEqual({
      pricing: { currency: 'USD' },
    })
    const url = '/graphql?operationName=&query=%7Bpricing%7Bcurrency%7D%7D'
    const { body } = await api.request('GET', url, { headers: { 'apollo-require-preflight': '1' } })
    expect(body).toEqual({ data: { pricing: { currency: 'USD' } } })
  })

  test('select an operation by its name', async () => {
    const query = 'query a { pricing { currency } } query b { pricing { success } }'
    expect(await dataOf(api, query, { operationName: 'b' })).toEqual({ pricing: { success: true } })
    for (const operationName of [undefined, 'c', '']) {
      const answer = await ask(api, query, { ...(operationName !== undefined && { operationName }) })
      expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 400, codes: ['VALIDATION_ERROR'] })
    }
  })
})
