// Generated and mutated requests: no response breaks the published document.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Ajv } from 'ajv'
import { ANNOTATIONS, METHODS, type OperationObject, type Parameter } from '../../../src/api/contract/schema.js'
import { newApiKey } from '../../../src/features/accounts/apiKey.js'
import { ended, silentAddresses, submit, upload } from '../../../testbed/callers/batches.js'
import type { RequestOptions } from '../../../testbed/callers/client.js'
import { csvForm } from '../../../testbed/callers/multipart.js'
import { delivered, hook, REACHABLE } from '../../../testbed/callers/webhooks.js'
import { codeOf, expectCommon, expectError } from '../../../testbed/contract/answers.js'
import { contractDifferences, type JsonSchema, published } from '../../../testbed/contract/differences.js'
import { sampleOf } from '../../../testbed/contract/operations.js'
import fc from '../../../testbed/fastCheck.js'
import { startAcceptingReceiver } from '../../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../../testbed/service/inProcess.js'
import { start } from '../../../testbed/service/start.js'
import { bodiesOf, queriesOf, textsOf, valuesOf } from './requestArbitraries.js'

/**
 * Requests generated from the published schemas, as they are and mutated, to every operation. No response may break the
 * published document.
 */

const RUNS = 12
/** Of the requests to some operations one in six is accepted. */
const MAX_ROUNDS = 10
/** Undeclared ones break the contract anyway; 500 is declared but never expected. */
const SERVER_ERRORS = [502, 503, 504]
/** Operations that accept whatever their schemas accept. */
const ACCEPTING = ['verifyEmail', 'verifyEmailSignals', 'verifyBatch', 'verifyBulk']

const operations = Object.entries(published.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => (item[method] ? [{ id: item[method].operationId, path, method, ...item[method] }] : [])),
)
type Operation = (typeof operations)[number]

const ajv = new Ajv({ strict: true, validateFormats: false })
ajv.addVocabulary(ANNOTATIONS)

let api: InProcessService
let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
beforeAll(async () => {
  ;[api, target] = await Promise.all([start({ env: REACHABLE }), startAcceptingReceiver()])
})
afterAll(() => Promise.all([api.stop(), target.close()]))

interface Caller {
  readonly live: string
  readonly sandbox: string
  /** Values of path parameters that exist. */
  readonly ids: { readonly [parameter: string]: readonly string[] }
}

/** An account of its own for an operation, with whatever the operation's path names. */
async function callerOf({ path }: Operation): Promise<Caller> {
  const { key: live } = await api.account({ plan: 'growth', perMinute: 1_000_000 })
  const { key: sandbox } = await api.generate(live, { sandbox: true })
  return { live, sandbox, ids: await idsOf(path, live) }
}

async function idsOf(path: string, key: string): Promise<Caller['ids']> {
  if (path.includes('{batchId}') || path.includes('{jobId}')) {
    const batch = await submit(api, key, ['ada@explicit.mailproof.net', 'x'], { format: 'full' })
    const job = await upload(api, key, 'email\nada@explicit.mailproof.net\n')
    const cancelled = await submit(api, key, silentAddresses(api, 20))
    await api.call('cancelBatch', { key, params: { batchId: cancelled } })
    await Promise.all([ended(api, key, batch), ended(api, key, job)])
    return { batchId: [batch, cancelled, job], jobId: [job] }
  }
  if (path.includes('{webhookId}')) {
    const { id } = await hook(api, key, target.url)
    await api.call('testWebhook', { key, params: { webhookId: id } })
    const [delivery] = await delivered(api, key, id)
    return { webhookId: [id], deliveryId: [delivery.id] }
  }
  if (path.startsWith('/v1/rules')) {
    for (let version = 1; version <= 3; version++) {
      await api.call('putRulesDraft', { key, ...sampleOf('putRulesDraft') })
      await api.call('activateRules', { key })
    }
    await api.call('putRulesDraft', { key, ...sampleOf('putRulesDraft') })
    const backtest = await api.call('createBacktest', { key, body: { rules: 'live' } })
    return { rulesVersion: ['1', '2'], backtestId: [backtest.body.id] }
  }
  if (path.includes('{listName}')) return { listName: ['allow', 'deny'] }
  if (path.includes('{sender}')) return { sender: ['ses', 'sendgrid', 'postmark', 'mailgun'] }
  return path.includes('{keyId}') ? { keyId: [(await api.generate(key)).id] } : {}
}

interface Generated {
  readonly path: string
  readonly options: RequestOptions
  /** Whether the key is a live one, the query empty and the body as its schema says; null if nothing is known of the body. */
  readonly conforms: boolean | null
}

function requestsOf(operation: Operation, caller: Caller): fc.Arbitrary<Generated> {
  const parameters = (operation.parameters ?? []) as readonly Parameter[]
  const located = (location: Parameter['in']) => parameters.filter((parameter) => parameter.in === location)
  return fc
    .record({
      key: fc.oneof(
        { weight: 8, arbitrary: fc.constant(caller.live) },
        { weight: 1, arbitrary: fc.constant(caller.sandbox) },
        { weight: 1, arbitrary: fc.constantFrom(undefined, '', 'mpk_mistyped', newApiKey(false)) },
      ),
      params: fc.record(
        Object.fromEntries(located('path').map(({ name }) => [name, textsOf(caller.ids[name] ?? ['deliverable'])])),
      ),
      query: queriesOf(located('query')),
      headers: fc.record(Object.fromEntries(located('header').map(({ name, schema }) => [name, headersOf(schema)])), {
        requiredKeys: [],
      }),
      body: contentOf(operation),
    })
    .map(({ key, params, query, headers, body }) => ({
      path: `${operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))}${query}`,
      options: {
        ...(key !== undefined && { key }),
        ...(body.content !== undefined && { body: body.content }),
        headers: { ...(headers as Record<string, string>), ...body.headers },
      },
      conforms: body.conforms && key === caller.live && query === '',
    }))
}

/** Of uploads few examples are accepted by chance, so that one is given. */
function acceptedUpload({ id, path }: Operation, { live: key }: Caller): [Generated][] {
  const form = csvForm('email\nada@explicit.mailproof.net\n')
  return id === 'uploadBulk' ? [[{ path, options: { key, ...form }, conforms: true }]] : []
}

/** Header values as HTTP clients can send them. */
const headersOf = (schema: JsonSchema): fc.Arbitrary<string> =>
  fc.string({ minLength: schema.minLength ?? 1, maxLength: 20 }).filter((text) => text.trim() === text && text !== '')

interface Content {
  readonly content?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  readonly conforms: boolean | null
}

function contentOf({ requestBody }: OperationObject): fc.Arbitrary<Content> {
  const form = requestBody?.content['multipart/form-data']?.schema
  const json = requestBody?.content['application/json']?.schema
  if (form) return formsOf(form)
  if (!json) return fc.constant({ conforms: true })
  const validate = ajv.compile(json)
  // Refused while the installation asks no mail server.
  const asksServer = (body: unknown) => (body as { mailbox?: unknown } | null)?.mailbox === true
  const bodies = bodiesOf(json).map((body) => ({
    content: JSON.stringify(body),
    conforms: validate(body) && !asksServer(body),
  }))
  const broken = bodiesOf(json).map((body) => ({ content: `${JSON.stringify(body)}]`, conforms: null }))
  const others = fc.constantFrom('text/plain', 'application/json; charset=latin1').map((type) => ({
    content: '{}',
    headers: { 'Content-Type': type },
    conforms: null,
  }))
  return fc.oneof({ weight: 10, arbitrary: bodies }, { weight: 1, arbitrary: broken }, { weight: 1, arbitrary: others })
}

const formsOf = ({ properties = {} }: JsonSchema): fc.Arbitrary<Content> =>
  fc
    .record({
      file: fc.constantFrom('email\nada@explicit.mailproof.net\n', 'x', '', '\0', 'a,b\n"', 'email\n\n'),
      fields: fc.record(
        Object.fromEntries(
          Object.entries(properties)
            .filter(([name]) => name !== 'file')
            .map(([name, schema]) => [name, fc.oneof(valuesOf(schema).map(String), fc.string({ maxLength: 10 }))]),
        ),
        { requiredKeys: [] },
      ),
    })
    .map(({ file, fields }) => {
      const { body, headers } = csvForm(file, fields as Record<string, string>)
      return { content: body, headers, conforms: null }
    })

describe('no response breaks the published document', () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
    const caller = await callerOf(operation)
    const statuses = new Set<number>()
    const isAnyAccepted = () => [...statuses].some((status) => status < 400)
    const unbroken = fc.asyncProperty(requestsOf(operation, caller), async ({ path, options, conforms }) => {
      const answer = await api.request(operation.method.toUpperCase(), path, options)
      statuses.add(answer.status)
      expect(contractDifferences(id, answer)).toEqual([])
      expectCommon(answer)
      if (answer.status >= 400) expectError(answer)
      if (answer.status >= 500) expect(SERVER_ERRORS).toContain(answer.status)
      if (conforms === false) return
      if (conforms && ACCEPTING.includes(id))
        expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 200 })
    })
    await fc.assert(unbroken, { numRuns: RUNS, examples: acceptedUpload(operation, caller) })
    for (let round = 2; round <= MAX_ROUNDS && !isAnyAccepted(); round++) {
      await fc.assert(unbroken, { numRuns: RUNS, seed: round })
    }
    expect(isAnyAccepted()).toBe(true)
  })
})
