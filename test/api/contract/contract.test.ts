// The OpenAPI document itself: complete, consistent, and free of what tools misread.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { loadContract } from '../../../src/api/contract/contract.js'
import { readDocument } from '../../../src/api/contract/document.js'
import { explain } from '../../../src/api/contract/problems.js'
import {
  ANNOTATIONS,
  type JsonSchema,
  METHODS,
  type OperationObject,
  type Parameter,
} from '../../../src/api/contract/schema.js'
import { VERSION } from '../../../src/version.js'
import { repeatsName } from '../../../testbed/contract/descriptions.js'
import {
  type JsonSchema as AnswerSchema,
  contractDifferences,
  differences,
} from '../../../testbed/contract/differences.js'
import { resolveReferences } from '../../../testbed/contract/resolveReferences.js'

interface Described {
  readonly description?: string
  readonly example?: unknown
  readonly examples?: { readonly [name: string]: { readonly summary?: string; readonly value: unknown } }
  readonly schema?: JsonSchema & Described
  readonly name?: string
}
interface Response extends Described {
  readonly headers?: { readonly [name: string]: Described & { readonly required?: boolean } }
  readonly content?: { readonly [type: string]: Described & { readonly schema: JsonSchema } }
}
interface Operation extends OperationObject {
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
}
interface Document {
  readonly openapi: string
  readonly info: { readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly components: {
    readonly schemas: { readonly [name: string]: JsonSchema & Described }
    readonly responses: { readonly [name: string]: Response }
    readonly headers: { readonly [name: string]: Described }
  }
}

const written = readDocument() as unknown as Document
const resolved = resolveReferences(written)
const operations = Object.entries(resolveReferences(readDocument()).paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] as Operation }] : [])),
)
const responses = operations.flatMap(({ operation }) =>
  Object.entries(operation.responses as { [status: string]: Response }).map(([status, response]) => ({
    at: `${operation.operationId} ${status}`,
    id: operation.operationId,
    status: Number(status),
    response,
  })),
)
const contract = loadContract()

const alternativesOf = ({ anyOf, oneOf }: AnswerSchema): readonly AnswerSchema[] => anyOf ?? oneOf ?? []

/** Every schema below one, each with its path. */
function* schemasIn(
  schema: AnswerSchema & Described,
  at: string,
): Generator<{ at: string; schema: JsonSchema & Described }> {
  yield { at, schema }
  for (const [name, property] of Object.entries(schema.properties ?? {})) yield* schemasIn(property, `${at}.${name}`)
  if (schema.items) yield* schemasIn(schema.items, `${at}[]`)
  if (typeof schema.additionalProperties === 'object') yield* schemasIn(schema.additionalProperties, `${at}.*`)
  if (schema['x-item-schema']) yield* schemasIn(schema['x-item-schema'], `${at} line`)
  for (const [index, one] of alternativesOf(schema).entries()) yield* schemasIn(one, `${at}|${index}`)
}
const schemas = Object.entries(resolved.components.schemas).flatMap(([name, schema]) => [...schemasIn(schema, name)])

const examplesOf = ({ example, examples = {} }: Described): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map(({ value }) => value),
]

/** Violations by name, so that a failure shows them. */
const breaking = <T extends { at: string }>(things: readonly T[], keeps: (thing: T) => boolean): string[] =>
  things.filter((thing) => !keeps(thing)).map(({ at }) => at)

describe('the contract as a document', () => {
  test('is OpenAPI 3.0.3, in the version of the package', () => {
    expect(written.openapi).toBe('3.0.3')
    expect(written.info.version).toBe(VERSION)
  })

  test('is the YAML file with its version filled in', () => {
    const yaml = parse(readFileSync(new URL('../../../schema/openapi.yaml', import.meta.url), 'utf8'))
    expect(readDocument()).toEqual({ ...yaml, info: { ...yaml.info, version: VERSION } })
  })

  test('has each operation once, with summary, description and a known tag', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const known = new Set(written.tags.map(({ name }) => name))
    for (const { operation } of operations) {
      expect(operation).toMatchObject({ summary: expect.any(String), description: expect.any(String) })
      expect(operation.tags?.every((tag) => known.has(tag))).toBe(true)
      expect(operation.tags).toHaveLength(1)
    }
  })

  test('declares every path parameter as required, and no other', () => {
    for (const { path, operation } of operations) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      expect(declared.map(({ name }) => name)).toEqual(parts)
      expect(declared.every(({ required }) => required)).toBe(true)
    }
  })

  test('describes every parameter, with a valid example', () => {
    for (const { operation } of operations) {
      for (const parameter of (operation.parameters ?? []) as readonly (Described & Parameter)[]) {
        expect(parameter).toMatchObject({ description: expect.any(String), example: expect.anything() })
        expect(differences(parameter.schema, parameter.example)).toEqual([])
      }
    }
  })

  test('gives every body a maximum size and a description, and allows no unknown members', () => {
    for (const { operation } of operations) {
      expect([operation.operationId, operation['x-body-limit'] !== undefined]).toEqual([
        operation.operationId,
        operation.requestBody !== undefined,
      ])
      if (!operation.requestBody) continue
      expect(operation.requestBody).toMatchObject({ description: expect.any(String) })
      const { schema, example } = Object.values(operation.requestBody.content)[0]!
      // What senders of mail send is theirs to extend.
      const isOpen = operation.operationId === 'recordSenderEvents'
      expect(schema.additionalProperties).toBe(isOpen ? undefined : false)
      expect(differences(schema, example)).toEqual([])
    }
  })

  test('describes every schema, with an example of each value', () => {
    expect(breaking(schemas, ({ schema }) => Boolean(schema.description))).toEqual([])
    const isMade = ({ type, properties, items }: JsonSchema) =>
      type === undefined || properties !== undefined || (type === 'array' && items?.properties !== undefined)
    const values = schemas.filter(
      ({ schema }) => !isMade(schema) && !(schema.items && alternativesOf(schema.items).length > 0),
    )
    expect(
      breaking(values, ({ schema }) => schema.example !== undefined || schema.additionalProperties === true),
    ).toEqual([])
  })

  test('describes each element by more than its name', () => {
    const described = [
      ...schemas.map(({ at, schema }) => ({ at: at.split('.').slice(-2).join('.'), description: schema.description })),
      ...operations.flatMap(({ operation: { operationId: at, description, parameters = [] } }) => [
        { at, description },
        ...(parameters as readonly (Described & Parameter)[]).map((each) => ({ at: each.name, ...each })),
      ]),
      ...responses.map(({ id: at, response }) => ({ at, description: response.description })),
    ]
    expect(breaking(described, ({ at, description = '' }) => !repeatsName(at, description))).toEqual([])
    expect(breaking(described, ({ description = '' }) => /[.:]$/.test(description.trim()))).toEqual([])
  })

  test('has examples that match their own schemas', () => {
    const given = schemas.filter(({ schema }) => schema.example !== undefined)
    expect(breaking(given, ({ schema }) => differences(schema, schema.example).length === 0)).toEqual([])
  })

  test('has schemas that are valid JSON Schema', () => {
    const ajv = new Ajv({ strict: true, validateFormats: false })
    ajv.addVocabulary(ANNOTATIONS)
    for (const schema of Object.values(resolved.components.schemas)) expect(() => ajv.compile(schema)).not.toThrow()
  })
})

describe('the responses of the contract', () => {
  test('all have a description', () => {
    expect(breaking(responses, ({ response }) => Boolean(response.description))).toEqual([])
    const headers = Object.entries(resolved.components.headers).map(([at, header]) => ({ at, header }))
    expect(breaking(headers, ({ header }) => Boolean(header.description) && header.example !== undefined)).toEqual([])
    expect(breaking(headers, ({ header }) => differences(header.schema!, header.example).length === 0)).toEqual([])
  })

  test('all carry X-Request-ID', () => {
    expect(breaking(responses, ({ response }) => response.headers?.['X-Request-ID']?.required === true)).toEqual([])
  })

  test('all have examples that match their schemas', () => {
    for (const { at, id, status, response } of responses) {
      for (const [type, media] of Object.entries(response.content ?? {})) {
        const examples = examplesOf(media)
        expect([at, examples.length > 0]).toEqual([at, true])
        const required = Object.entries(response.headers!).map(([name, header]) => [name.toLowerCase(), header.example])
        for (const body of examples) {
          const headers = { ...Object.fromEntries(required), 'content-type': type }
          expect([at, contractDifferences(id, { status, headers, body })]).toEqual([at, []])
        }
      }
    }
  })

  test('have the error envelope if they are errors', () => {
    const errors = responses.filter(({ status }) => status >= 400)
    expect(
      breaking(errors, ({ response }) => {
        const { required, properties } = response.content!['application/json']!.schema
        return Boolean(required?.includes('error') && properties?.error?.required?.includes('code'))
      }),
    ).toEqual([])
  })

  test('for limits, keys and failing stores are declared where they can occur', () => {
    for (const { operation } of operations) {
      const { operationId, security, requestBody } = operation
      const has = (status: number) => [operationId, status, String(status) in operation.responses]
      expect(has(400)).toEqual([operationId, 400, true])
      expect(has(500)).toEqual([operationId, 500, true])
      const isKeyed = security === undefined || security.length > 0
      expect(has(401)).toEqual([operationId, 401, isKeyed])
      const idempotent = operation.parameters?.some(({ name }) => name === 'Idempotency-Key')
      if (idempotent) expect([has(409), has(422)]).toEqual([409, 422].map((status) => [operationId, status, true]))
      else expect(has(422)).toEqual([operationId, 422, false])
      expect(has(413)).toEqual([operationId, 413, requestBody !== undefined])
      expect(has(415)).toEqual([operationId, 415, requestBody !== undefined])
      expect(has(429)).toEqual([operationId, 429, isKeyed || operation['x-limit'] !== undefined])
    }
  })

  test('of every write come from a rate-limited operation', () => {
    const writing = operations.filter(({ method }) => method !== 'get').map(({ operation }) => operation)
    expect(writing.length).toBeGreaterThan(10)
    expect(writing.filter((operation) => operation['x-limit'] === undefined)).toEqual([])
  })

  test('have rate limit headers if they come from a limiter', () => {
    for (const { at, id, status, response } of responses) {
      const { limit, key } = contract.operation(id as 'verifyEmail')
      const family = limit === 'agent' ? 'X-Agent-RateLimit' : 'X-RateLimit'
      // A key is refused before it is counted.
      const isRefusedKey = status === 401 || (status === 403 && key !== 'none')
      const counted = limit !== undefined && limit !== 'public_read' && !isRefusedKey
      const limited = status === 429 || counted
      expect([at, Object.keys(response.headers!).filter((name) => name.includes('RateLimit'))]).toEqual([
        at,
        limited ? ['Limit', 'Remaining', 'Reset'].map((name) => `${family}-${name}`) : [],
      ])
    }
  })

  test('have headers for the next step: Retry-After, WWW-Authenticate, x-verify-origin', () => {
    const needed = (status: number) =>
      ({ 401: ['WWW-Authenticate'], 425: ['Retry-After'], 429: ['Retry-After'], 503: ['Retry-After'] })[status] ??
      ([502, 504].includes(status) ? ['Retry-After', 'x-verify-origin'] : [])
    for (const { at, status, response } of responses) {
      expect([at, Object.keys(response.headers!)]).toEqual([at, expect.arrayContaining(needed(status))])
    }
  })

  test('to a bad request have, word for word, the messages of the validator', () => {
    type Envelope = { error: { code: string; message: string; details: unknown } }
    const exampleOf = (id: string, code: string) =>
      responses
        .filter((response) => response.id === id && response.status === 400)
        .flatMap(({ response }) => examplesOf(response.content!['application/json']!) as Envelope[])
        .find(({ error }) => error.code === code)!.error
    const said = (checked: { ok: boolean }) => {
      if (!('problems' in checked)) throw new Error('no problem was found')
      return explain(checked.problems as Parameters<typeof explain>[0])
    }
    const { operation } = contract
    const tooMany = said(operation('verifyBatch').validateBody({ emails: Array(1001).fill('') }))
    expect(exampleOf('verifyBatch', 'TOO_MANY_EMAILS')).toEqual({ code: 'TOO_MANY_EMAILS', ...tooMany })
    const tooManyOfAgent = said(operation('verifyBulkAgent').validateBody({ emails: Array(50_001).fill('') }))
    expect(exampleOf('verifyBulkAgent', 'TOO_MANY_EMAILS')).toEqual({ code: 'TOO_MANY_EMAILS', ...tooManyOfAgent })
    const events = ['everything']
    for (const [id, checked] of [
      ['verifyBulkAgent', operation('verifyBulkAgent').validateBody({ emails: ['', null] })],
      ['uploadBulk', operation('uploadBulk').validateForm([])],
      ['createWebhook', operation('createWebhook').validateBody({ url: 'https://example.com', events })],
      ['verifyEmail', operation('verifyEmail').validateBody({ emial: 'jane.doe@gmail.com' })],
      ['generateKey', operation('generateKey').validateBody({ expires_in_days: 0 })],
      ['revokeKey', operation('revokeKey').validateParams({ keyId: 'x'.repeat(400) })],
      ['getUsage', operation('getUsage').validateQuery('page=2')],
      ['getPoolLeaderboard', operation('getPoolLeaderboard').validateQuery('limit=101')],
    ] as const) {
      expect(exampleOf(id, 'VALIDATION_ERROR')).toEqual({ code: 'VALIDATION_ERROR', ...said(checked) })
    }
  })
})
