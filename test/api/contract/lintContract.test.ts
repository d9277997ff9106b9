// Each rule of ours for the contract reports what it was made for.
import { describe, expect, test } from '@jest/globals'
import { lintContract } from '../../../scripts/lintContract/lint.js'
import { RULES } from '../../../scripts/lintContract/rules.js'

/** Each of our rules reports what generated clients stumbled over, and nothing in its corrected form. */

type Schema = Readonly<Record<string, unknown>>

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Schema) => ({ description: 'A response.', content: { 'application/json': { schema } } })
const object = (properties: Schema, required = Object.keys(properties)) => ({ type: 'object', required, properties })

const TEXT = { type: 'string' }
const SCHEMAS = {
  Item: object({ name: TEXT }),
  Options: object({ name: { ...TEXT, nullable: true } }, []),
  ErrorResponse: object({ error: ref('ErrorContent') }),
  ErrorContent: object({ message: TEXT }),
}
const EXAMPLE = { error: { message: 'No.' } }
const RESPONSES = { 200: json(ref('Item')), 400: json(ref('ErrorResponse')) }

interface Parts {
  readonly schemas?: Schema
  readonly responses?: Schema
  readonly servers?: readonly Schema[]
  readonly operation?: Schema
}

/** The ids of our rules that a document of one operation breaks. */
async function broken({
  schemas,
  responses,
  servers = [{ url: 'https://mailproof.test' }],
  operation,
}: Parts): Promise<string[]> {
  const document = {
    openapi: '3.0.3',
    info: { title: 'T', version: '1', license: { name: 'MIT', url: 'https://opensource.org/license/mit' } },
    servers,
    security: [],
    tags: [{ name: 'Items', description: 'Items.' }],
    paths: {
      '/items': {
        post: {
          operationId: 'createItem',
          summary: 'Create',
          description: 'Creates an item.',
          tags: ['Items'],
          requestBody: { required: true, content: { 'application/json': { schema: ref('Options') } } },
          responses: { ...RESPONSES, ...responses },
          ...operation,
        },
      },
    },
    components: {
      securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: { ...SCHEMAS, ...schemas },
    },
  }
  const problems = await lintContract(JSON.stringify(document))
  return problems.map(({ ruleId }) => ruleId).filter((id) => id.startsWith('clients/'))
}

const item = (schema: Schema): Parts => ({ schemas: { Item: object({ value: ref('Value') }), Value: schema } })
const keyed = (operation: Schema): Parts => ({ operation: { security: [{ Key: [] }], ...operation } })
const refusal = {
  description: 'A refusal.',
  content: {
    'application/json': { schema: ref('ErrorResponse'), examples: { INSUFFICIENT_SCOPE: { value: EXAMPLE } } },
  },
}
const csv = (schema: Schema): Parts => ({
  responses: { 200: { description: 'C.', content: { 'text/csv': { schema } } } },
})
const names = ['COMMA', 'PIPE']
const named = {
  'x-enum-varnames': names,
  'x-enumNames': ['Comma', 'Pipe'],
  'x-ms-enum': {
    name: 'Value',
    values: [
      { value: ',', name: 'Comma' },
      { value: '|', name: 'Pipe' },
    ],
  },
}

/** By rule: what it reports, and what it does not. */
const CASES: { readonly [rule: string]: readonly [wrong: Parts, right: Parts] } = {
  'enum-names': [item({ ...TEXT, enum: [',', '\t'] }), item({ ...TEXT, enum: [',', '|'], ...named })],
  'nullable-options': [{ schemas: { Options: object({ days: { type: 'integer' } }, []) } }, {}],
  'binary-bodies': [csv(TEXT), csv({ ...TEXT, format: 'binary' })],
  'one-success-schema': [{ responses: { 202: json(ref('ErrorContent')) } }, { responses: { 202: json(ref('Item')) } }],
  unions: [
    item({ oneOf: [ref('ErrorContent'), ref('ErrorResponse')] }),
    item({ oneOf: [ref('ErrorContent'), ref('ErrorResponse')], discriminator: { propertyName: 'message' } }),
  ],
  'required-members': [{ schemas: { Item: { type: 'object', properties: { name: TEXT } } } }, {}],
  int64: [
    item({ type: 'integer', description: 'A Unix timestamp.' }),
    item({ type: 'integer', format: 'int64', description: 'A Unix timestamp.' }),
  ],
  'one-error-schema': [
    { responses: { 429: json(ref('Item')) } },
    {
      responses: { 429: json(ref('Limit')) },
      schemas: { Limit: { allOf: [ref('ErrorResponse'), object({ limit: { type: 'integer' } })] } },
    },
  ],
  'named-schemas': [{ schemas: { Item: object({ inner: object({ name: TEXT }) }) } }, item(object({ name: TEXT }))],
  'member-d': [
    { schemas: { Item: object({ d: TEXT, e: TEXT }) } },
    { schemas: { Item: object({ e: TEXT, d: TEXT }, ['e']) } },
  ],
  'typed-maps': [item({ type: 'object' }), item({ type: 'object', additionalProperties: TEXT })],
  scopes: [
    keyed({ 'x-scope': 'everything', responses: { ...RESPONSES, 403: refusal } }),
    keyed({ 'x-scope': 'read', responses: { ...RESPONSES, 403: refusal } }),
  ],
  'literal-servers': [
    { servers: [{ url: '{base_url}', variables: { base_url: { default: 'https://mailproof.test' } } }] },
    {},
  ],
}

describe.each(Object.entries(RULES))('%s', (name, { finding }) => {
  const [wrong, right] = CASES[name]!

  test(`is broken by what was found: ${finding}`, async () => {
    expect(await broken(wrong)).toEqual([`clients/${name}`])
  })

  test('is kept by the correction', async () => {
    expect(await broken(right)).toEqual([])
  })
})

test.each([
  ['without a scope', { responses: { ...RESPONSES, 403: refusal } }],
  ['without a documented refusal', { 'x-scope': 'read' }],
  [
    'that publishable keys may call for more than to verify',
    {
      'x-scope': 'admin',
      'x-publishable': true,
      responses: { ...RESPONSES, 403: refusal },
    },
  ],
])('an operation %s breaks the rule about scopes', async (_, operation) => {
  expect(await broken(keyed(operation))).toEqual(['clients/scopes'])
})

test('an option within a list of a request, and within itself, breaks the rule about options', async () => {
  const schemas = {
    Options: object({ items: { type: 'array', items: ref('Entry') } }),
    Entry: object({ days: { type: 'integer' }, entry: ref('Entry') }, []),
  }
  expect(await broken({ schemas })).toEqual(['clients/nullable-options'])
})

test('a scope of an operation without a key breaks the rule about scopes', async () => {
  expect(await broken({ operation: { 'x-scope': 'read' } })).toEqual(['clients/scopes'])
})
