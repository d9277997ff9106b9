// Generates the types and operations of the client from the contract.
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { isInterfaceDeclaration, isTypeAliasDeclaration, type Node } from 'typescript'
import { withKnownValues } from '../../src/api/contract/withKeyword.js'
import type { GeneratedFile } from './files.js'

const NOTICE = '// Made from schema/openapi.yaml by `npm run generate`. Do not edit.\n'
/** Declarations that nothing uses: the client refers to types by operationId, not by path. */
const EXCLUDED = new Set(['paths', 'webhooks', '$defs'])
/** Schemas that callers of the client never see: it turns them into errors, streams and texts. */
const INTERNAL = new Set([
  'CsvFile',
  'ErrorResponse',
  'HealthFailure',
  'LivenessFailure',
  'Page',
  'PoolHistory',
  'VerificationLines',
])
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

interface Schema {
  readonly 'x-item-schema'?: Schema
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly $ref?: string }[]
  readonly security?: readonly object[]
  readonly requestBody?: { readonly content?: { readonly [type: string]: unknown } }
  readonly responses: { readonly [status: string]: { readonly content?: object } }
  readonly 'x-limit'?: string
  readonly 'x-scope'?: string
}

/** A line of the table of operations. */
interface Line {
  readonly id: string
  readonly method: string
  readonly path: string
  /** `src/client/operation.ts` explains them. */
  readonly marks: readonly string[]
}

/**
 * Generated from the REST contract: for `mailproof/client`, types as callers see them and the table of operations; for the packages
 * of other languages, which operations are marked `key` and `once`.
 */
export const buildClient = async (document: OpenAPI3): Promise<GeneratedFile[]> => {
  const described = withItemSchemas(withKnownValues(document))
  const lines = linesOf(document)
  return [
    { path: 'src/client/contract.generated.ts', content: NOTICE + (await types(described)) + aliases(described) },
    { path: 'src/client/operations.generated.ts', content: NOTICE + table(lines) },
    { path: 'packages/python/src/mailproof/operations.py', content: pythonMarks(lines) },
    { path: 'packages/go/operations.go', content: goMarks(lines) },
  ]
}

const schemasOf = (document: OpenAPI3) => (document.components?.schemas ?? {}) as Readonly<Record<string, Schema>>

/** Adds a schema `…Row` for each line of newline-delimited JSON. */
function withItemSchemas(document: OpenAPI3): OpenAPI3 {
  const rows = Object.entries(schemasOf(document)).flatMap(([name, schema]) =>
    schema['x-item-schema'] ? [[`${name}Row`, schema['x-item-schema']]] : [],
  )
  const schemas = { ...schemasOf(document), ...Object.fromEntries(rows) }
  return { ...document, components: { ...document.components, schemas } } as OpenAPI3
}

async function types(document: OpenAPI3): Promise<string> {
  const nodes = await openapiTS(document, { immutable: true, defaultNonNullable: false })
  return astToString(nodes.filter((node) => !EXCLUDED.has(nameOf(node))))
}

const nameOf = (node: Node): string =>
  isInterfaceDeclaration(node) || isTypeAliasDeclaration(node) ? node.name.text : ''

const aliases = (document: OpenAPI3): string =>
  Object.keys(schemasOf(document))
    .filter((name) => !INTERNAL.has(name))
    .map((name) => `export type ${name} = components["schemas"]["${name}"];\n`)
    .join('')

const linesOf = (document: OpenAPI3): Line[] =>
  Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = (item as Readonly<Record<string, Operation | undefined>>)[method]
      if (!operation || isForSenders(operation)) return []
      return [{ id: operation.operationId, method: method.toUpperCase(), path, marks: marksOf(method, operation) }]
    }),
  )

const table = (lines: readonly Line[]): string =>
  `export const OPERATIONS = {\n${lines
    .map(({ id, method, path, marks }) => `  ${id}: '${[method, path, ...marks].join(' ')}',\n`)
    .join('')}} as const\n`

const pythonMarks = (lines: readonly Line[]): string => `"""Which operations, as "method path", have a mark.

Made from schema/openapi.yaml by \`npm run generate\`. Do not edit.
"""

import re

# They accept an Idempotency-Key: with one they take effect once.
KEY = re.compile(r"${marked(lines, 'key')}")
# They accept none, and a repetition would do something else.
ONCE = re.compile(r"${marked(lines, 'once')}")
`

const goMarks = (
  lines: readonly Line[],
): string => `// Code generated from schema/openapi.yaml by npm run generate. DO NOT EDIT.

package mailproof

import "regexp"

// Operations, as "method path".
var (
	// They accept an Idempotency-Key: with one they take effect once.
	acceptsKey = regexp.MustCompile(\`${marked(lines, 'key')}\`)
	// They accept none, and a repetition would do something else.
	onlyOnce = regexp.MustCompile(\`${marked(lines, 'once')}\`)
)
`

/** A pattern of the operations with a mark. A service may be below a path of its own. */
function marked(lines: readonly Line[], mark: string): string {
  const found = lines.filter(({ marks }) => marks.includes(mark))
  return `^POST .*(${found.map(({ path }) => path.replace(/\{\w+\}/g, '[^/]+')).join('|')})$`
}

/** What senders of mail call would only make the client longer. */
const isForSenders = ({ security = [] }: Operation): boolean => security.some((requirement) => 'UrlKey' in requirement)

function marksOf(method: string, operation: Operation): string[] {
  const { parameters = [], requestBody, responses, 'x-limit': limit, 'x-scope': scope } = operation
  const accepted = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? Object.keys(content) : [],
  )
  const takesKey = parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))
  // A verification, or a search.
  const tellsOnly = limit === 'verify' || scope === 'read'
  return [
    ...(takesKey ? ['key'] : []),
    ...(method === 'post' && !takesKey && !tellsOnly ? ['once'] : []),
    ...(requestBody?.content?.['multipart/form-data'] ? ['form'] : []),
    ...fileMarks(accepted),
    ...(accepted.includes('text/html') ? ['text'] : []),
  ]
}

/** A file in several formats is passed on as it is. JSON is read, unless the caller asks for another format. */
function fileMarks(accepted: readonly string[]): string[] {
  if (accepted.includes('application/json')) return []
  if (accepted.includes('text/csv')) return ['csv']
  return accepted.includes('application/x-ndjson') ? ['lines'] : []
}
