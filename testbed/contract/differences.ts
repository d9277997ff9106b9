// How an answer differs from the OpenAPI description that the service publishes.
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { loadContract } from '../../src/api/contract/contract.js'
import {
  ANNOTATIONS,
  METHODS,
  type OpenapiDocument,
  type OperationObject,
  type JsonSchema as RequestSchema,
} from '../../src/api/contract/schema.js'
import { withKnownValues } from '../../src/api/contract/withKeyword.js'
import { resolveReferences } from './resolveReferences.js'

/** A schema of a response. */
export interface JsonSchema extends RequestSchema {
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  /** Of a line of newline-delimited JSON. */
  readonly 'x-item-schema'?: JsonSchema
}

interface Response {
  readonly headers?: { readonly [name: string]: { readonly required?: boolean; readonly schema?: JsonSchema } }
  readonly content?: { readonly [type: string]: { readonly schema: JsonSchema } }
}

/** An answer on the wire; header names are in lower case. */
export interface Answer {
  readonly status: number
  readonly headers: { readonly [name: string]: unknown }
  /** Parsed if it is JSON. */
  readonly body: unknown
}

/** The document as the service publishes it, with its references resolved. */
export const published = resolveReferences(
  JSON.parse(loadContract().documentFor('https://mailproof.test')) as OpenapiDocument,
)

// Formats are asserted, and so are the values that this release sends, as strict clients do.
const ajv = new Ajv({ strict: true, allErrors: true })
formats.default(ajv)
ajv.addVocabulary(ANNOTATIONS)

const compiled = new Map<JsonSchema, ValidateFunction>()
const operations = new Map<string, OperationObject>()
for (const item of Object.values(published.paths)) {
  for (const method of METHODS) if (item[method]) operations.set(item[method].operationId, item[method])
}

/** How a value violates a published schema; a field that the schema does not name is a difference too. */
export function differences(schema: JsonSchema, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(withKnownValues(schema))
  compiled.set(schema, validate)
  const violations = validate(value)
    ? []
    : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
  return [...violations, ...undocumented(schema, value, '').map((path) => `${path} is not documented`)]
}

/** How an answer violates the published contract of its operation and status. */
export function contractDifferences(operation: string, { status, headers, body }: Answer): string[] {
  const response = operations.get(operation)?.responses[status] as Response | undefined
  if (!response) return [`${operation} has no status ${status} in the contract`]
  const absent = Object.entries(response.headers ?? {})
    .filter(([name, { required }]) => required && headers[name.toLowerCase()] === undefined)
    .map(([name]) => `the header ${name} is missing`)
  return [...absent, ...contentDifferences(response, headers['content-type'], body)]
}

function contentDifferences({ content }: Response, contentType: unknown, body: unknown): string[] {
  if (!content) return contentType === undefined && body === '' ? [] : ['there is a body that the contract has not']
  const type = String(contentType ?? '').split(';')[0]!
  const schema = content[type]?.schema
  return schema ? differences(schema, body) : [`the type ${type} is not in the contract`]
}

/** Paths of the fields that a schema neither names nor explicitly allows. Published schemas are open to new fields. */
function undocumented(schema: JsonSchema, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) {
    const found = alternatives.map((alternative) => undocumented(alternative, value, path))
    return found.find((paths) => paths.length === 0) ?? found.at(-1)!
  }
  if (Array.isArray(value))
    return value.flatMap((item, index) => undocumented(schema.items ?? {}, item, `${path}/${index}`))
  const { properties, additionalProperties } = schema
  return Object.entries(value).flatMap(([name, member]) => {
    const inner = properties?.[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    if (inner) return undocumented(inner, member, `${path}/${name}`)
    return properties === undefined || additionalProperties === true ? [] : [`${path}/${name}`]
  })
}
