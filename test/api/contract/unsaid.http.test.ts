// What generated clients and agents send unasked (null, or a type's default) changes nothing, in REST, GraphQL and MCP.
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  type GraphQLField,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { METHODS, type OperationObject } from '../../../src/api/contract/schema.js'
import { createSchema } from '../../../src/graphql/schema.js'
import { TOOLS } from '../../../src/mcp/tools.js'
import { ended, upload } from '../../../testbed/callers/batches.js'
import type { Answer } from '../../../testbed/callers/client.js'
import { ask } from '../../../testbed/callers/graphql.js'
import { csvForm } from '../../../testbed/callers/multipart.js'
import { hook } from '../../../testbed/callers/webhooks.js'
import { codeOf, shapeOf } from '../../../testbed/contract/answers.js'
import { published } from '../../../testbed/contract/differences.js'
import { type OperationName, sampleOf } from '../../../testbed/contract/operations.js'
import type { InProcessService } from '../../../testbed/service/inProcess.js'
import { start } from '../../../testbed/service/start.js'
import { type Member, type Sent, unsaidIn, unsaidInArguments, type Values } from './unsaid.js'

/** What a generated client sends for members that its caller has not set does what leaving them out does, or is refused. */

const REFUSALS = ['VALIDATION_ERROR', 'WEBHOOK_URL_NOT_ALLOWED', 'MISSING_API_KEY', 'RULES_CHANGED']
/** Without a header: `has_header: false` says so, and is no harm here. */
const CSV = 'ada@explicit.mailproof.net\n'

const operations = Object.values(published.paths).flatMap((item) =>
  METHODS.flatMap((method) => {
    const operation = item[method]
    const unsaid = operation ? unsaidIn(operation, sampleOf(operation.operationId as OperationName).body) : []
    return operation && unsaid.length > 0 ? [[operation.operationId, { operation, method, unsaid }] as const] : []
  }),
)

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

interface Given {
  readonly key: string
  /** Values of path parameters. */
  readonly params: { readonly [name: string]: string }
  /** What the account saw of itself at first. */
  readonly world: Awaited<ReturnType<typeof worldOf>>
}

/**
 * An account in which a change would show: its webhook is disabled and has one event; rules decide, and a list.
 * @param withBatch whether it has a batch, too, which has ended
 */
async function setUp(withBatch: boolean): Promise<Given> {
  const { key } = await api.account({ plan: 'growth' })
  const { id: webhookId } = await hook(api, key, 'https://192.0.43.8/hooks', { events: ['bulk.completed'] })
  await api.call('updateWebhook', { key, params: { webhookId }, body: { status: 'disabled' } })
  await api.call('putRulesDraft', { key, ...sampleOf('putRulesDraft') })
  await api.call('activateRules', { key, body: {} })
  await api.call('putList', { key, params: { listName: 'deny' }, body: { entries: ['example.org'] } })
  await api.call('putRulesDraft', { key, ...sampleOf('putRulesDraft') })
  const params = { webhookId, ...(withBatch && { batchId: await upload(api, key, CSV) }) }
  if (params.batchId) await ended(api, key, params.batchId)
  return { key, params, world: await worldOf(key) }
}

/** The account of all requests that only read. */
const reader = once(() => setUp(true))

/** Accounts that a request has left as they were, but for their quota: for the next request. */
const untouched: Given[] = []

/** What an account can see of itself, without ids and times. */
async function worldOf(key: string) {
  const read = async (operation: OperationName) => (await api.call(operation, { key })).body
  const listed = async (listName: string) => (await api.call('getList', { key, params: { listName } })).body.entries
  const [usage, { keys }, { webhooks }, { live, draft }, ...lists] = await Promise.all([
    read('getUsage'),
    read('listKeys'),
    read('listWebhooks'),
    read('getRules'),
    listed('allow'),
    listed('deny'),
  ])
  const { remaining, limit } = usage.current_month
  return {
    used: limit - remaining,
    limits: [limit, usage.rate_limits, usage.plan],
    rules: { live: live?.rules, draft: draft?.rules },
    lists,
    keys: keys.map(({ name, sandbox, expires_at }: Answer['body']) => ({ name, sandbox, expires_at })),
    webhooks: webhooks.map(({ url, events, status }: Answer['body']) => ({ url, events, status })),
  }
}

interface Exchange {
  readonly reads: boolean
  /** Whether it is about a batch. */
  readonly ofBatch: boolean
  send(given: Given): Promise<Answer>
  isRefused(answer: Answer): boolean
  /** The id of the batch that was accepted, if any. */
  batchOf(answer: Answer): string | undefined
}

/** The response to a request, and what it did; `refused` if that is nothing. */
async function observe({ reads, ofBatch, send, isRefused, batchOf }: Exchange): Promise<unknown> {
  const given = await (reads ? reader() : ofBatch ? setUp(true) : (untouched.pop() ?? setUp(false)))
  const answer = await send(given)
  if (reads) return isRefused(answer) ? REFUSED : shapeOf(answer)
  const batch = batchOf(answer)
  const { total, valid, invalid, file } = batch ? await ended(api, given.key, batch) : ({} as Answer['body'])
  const { used, ...after } = await worldOf(given.key)
  const { used: usedBefore, ...before } = given.world
  if (!ofBatch && isDeepStrictEqual(after, before)) untouched.push({ ...given, world: { used, ...after } })
  const spent = used - usedBefore
  if (!isRefused(answer)) return { answer: shapeOf(answer), batch: { total, valid, invalid, file }, spent, after }
  expect({ spent, after }).toEqual({ spent: 0, after: before })
  return REFUSED
}

const REFUSED = 'refused'

function expectSame(unsaid: unknown, omitted: unknown): void {
  if (unsaid !== REFUSED) expect(unsaid).toEqual(omitted)
}

describe.each(operations)('%s', (_, { operation, method, unsaid }) => {
  const exchange = (sent: Sent): Exchange => ({
    reads: method === 'get',
    ofBatch: operation.operationId === 'cancelBatch',
    send: (given) => send(operation, sent, given),
    isRefused: (answer) => REFUSALS.includes(codeOf(answer) ?? ''),
    batchOf: ({ body }) => body?.batch_id ?? body?.job_id,
  })
  const omitted = once(() => observe(exchange({})))

  test.each(unsaid)('%s', async (name, sent) => {
    const outcome = await observe(exchange(sent))
    expectSame(outcome, await omitted())
    if (name.startsWith('null ')) expect(outcome).not.toBe(REFUSED)
  })
})

/** Sends the required members of an operation, and these. */
function send(
  { operationId, requestBody }: OperationObject,
  { query, headers, body, within, form }: Sent,
  { key, params }: Given,
): Promise<Answer> {
  const id = operationId as OperationName
  const texts = (values: Values = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
  const { required = [] } = requestBody?.content['application/json']?.schema ?? {}
  const sample = Object.entries(sampleOf(id).body ?? {}).filter(([name]) => required.includes(name))
  const { headers: ofForm, ...content } = requestBody?.content['multipart/form-data']
    ? csvForm(CSV, texts(form))
    : { headers: {}, ...(requestBody && { body: withMember({ ...Object.fromEntries(sample), ...body }, within) }) }
  return api.call(id, {
    key,
    params,
    ...content,
    ...(query && { query: `?${new URLSearchParams(texts(query))}` }),
    headers: { ...ofForm, ...texts(headers) },
  })
}

function withMember(body: object, within: Member | undefined): object {
  if (!within) return body
  const changed = structuredClone(body)
  const [name, ...way] = within.path.toReversed()
  // biome-ignore lint/suspicious/noExplicitAny: the path was taken from the body
  const parent = way.reduceRight((value: any, member) => value[member], changed)
  parent[name!] = within.value
  return changed
}

const schema = createSchema()
const fields = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
  Object.values(type.getFields()).flatMap((field) => {
    const unsaid = unsaidInArguments(field)
    const kind = type.name.toLowerCase() as 'query' | 'mutation'
    return unsaid.length > 0 ? [[`${kind} ${field.name}`, { field, kind, unsaid }] as const] : []
  }),
)

describe.each(fields)('GraphQL: %s', (_, { field, kind, unsaid }) => {
  const exchange = (values: Values): Exchange => ({
    reads: kind === 'query',
    ofBatch: field.name === 'cancelBatch',
    send: (given) => sendGraphql(kind, field, values, given),
    isRefused: ({ body }) => body.errors !== undefined,
    batchOf: ({ body }) => body.data?.submitBatch?.batchId,
  })
  const omitted = once(() => observe(exchange({})))

  test.each(unsaid)('%s', async (_name, values) => expectSame(await observe(exchange(values)), await omitted()))

  test('is accepted without any', async () => expect(await omitted()).not.toBe(REFUSED))
})

/** Sends the required members of the input, and these, or these as arguments. */
function sendGraphql(
  kind: 'query' | 'mutation',
  { name, args, type }: GraphQLField<unknown, unknown>,
  values: Values,
  { key, params }: Given,
): Promise<Answer> {
  const samples: Values = {
    email: 'ada@explicit.mailproof.net',
    emails: ['x'],
    url: 'https://192.0.43.8/new',
    id: name === 'cancelBatch' ? params.batchId : params.webhookId,
    kind: 'DENY',
  }
  const inputType = args.find((argument) => argument.name === 'input')?.type
  const input = inputType && getNullableType(inputType)
  const required = isInputObjectType(input) ? Object.values(input.getFields()).filter(isRequiredInputField) : []
  const variables = input
    ? { input: { ...Object.fromEntries(required.map((each) => [each.name, samples[each.name]])), ...values } }
    : {
        ...Object.fromEntries(args.filter(isRequiredArgument).map((each) => [each.name, samples[each.name]])),
        ...values,
      }
  const declared = args.map(
    (each) => `$${each.name}: ${input || isRequiredArgument(each) ? each.type : getNullableType(each.type)}`,
  )
  const passed = args.map((argument) => `${argument.name}: $${argument.name}`)
  const named = getNamedType(type)
  const leaves = isObjectType(named)
    ? Object.values(named.getFields()).filter((each) => isLeafType(getNamedType(each.type)))
    : []
  const selection = isObjectType(named) ? `{ __typename ${leaves.map((each) => each.name).join(' ')} }` : ''
  const query = `${kind}(${declared.join(', ')}) { ${name}(${passed.join(', ')}) ${selection} }`
  return ask(api, query, { key, variables })
}

const tools = TOOLS.map((tool) => {
  const requestBody = { content: { 'application/json': { schema: tool.input } } }
  const { required = [] } = tool.input
  const sample = Object.entries(tool.example).filter(([name]) => required.includes(name))
  return [tool.name, { tool, sample: Object.fromEntries(sample), unsaid: unsaidIn({ requestBody }, {}) }] as const
}).filter(([, { unsaid }]) => unsaid.length > 0)

describe.each(tools)('MCP: %s', (_, { tool, sample, unsaid }) => {
  const exchange = ({ body }: Sent): Exchange => ({
    reads: tool.annotations.readOnlyHint,
    ofBatch: false,
    async send({ key, params }) {
      const given = { ...sample, ...(sample.job_id && { job_id: params.batchId }), ...body }
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool.name, arguments: given } }
      const answer = await api.request('POST', '/mcp', { key, body: call })
      return { ...answer, body: answer.body.result }
    },
    isRefused: ({ body }) => body.isError === true,
    batchOf: ({ body }) => body.structuredContent?.job_id,
  })
  const omitted = once(() => observe(exchange({})))

  test.each(unsaid)('%s', async (name, sent) => {
    const outcome = await observe(exchange(sent))
    expectSame(outcome, await omitted())
    if (name.startsWith('null ')) expect(outcome).not.toBe(REFUSED)
  })

  test('is accepted without any', async () => expect(await omitted()).not.toBe(REFUSED))
})

test('what only reads has changed nothing', async () => {
  const { key, world } = await reader()
  expect(await worldOf(key)).toEqual(world)
})

/** A promise that is made when it is first needed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
