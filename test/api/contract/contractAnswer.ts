import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { readDocument, resolveReferences } from '../../../src/api/contract/document.js'
import { type JsonSchema, METHODS, type OperationObject } from '../../../src/api/contract/schema.js'

interface Response {
  readonly headers?: { readonly [name: string]: { readonly required?: boolean } }
  readonly content?: { readonly [type: string]: { readonly schema: JsonSchema } }
}

/** A response on the wire; header names in lower case. */
export interface Answer {
  readonly status: number
  readonly headers: { readonly [name: string]: unknown }
  /** Parsed if it is JSON. */
  readonly body: unknown
}

const ajv = new Ajv({ strict: true, allErrors: true })
formats.default(ajv, ['date', 'date-time', 'uri'])
ajv.addVocabulary(['example'])
ajv.addFormat('email', true)
ajv.addFormat('float', true)
ajv.addFormat('binary', true)

const compiled = new Map<JsonSchema, ValidateFunction>()
const operations = new Map<string, OperationObject>()
for (const item of Object.values(resolveReferences(readDocument()).paths)) {
  for (const method of METHODS) if (item[method]) operations.set(item[method].operationId, item[method])
}

/** Differences between a value and a schema; a member that the schema does not declare is one too. */
export function differences(schema: JsonSchema, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(closed(schema))
  compiled.set(schema, validate)
  return validate(value) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** Differences between a response and the contract for its operation and status. */
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

/** A copy of a schema that allows only declared members, unless it says otherwise. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, closed(member)]))
  const { properties, additionalProperties } = schema as JsonSchema
  const isOpen = typeof properties !== 'object' || additionalProperties !== undefined || !('type' in schema)
  return (isOpen ? copy : { ...copy, additionalProperties: false }) as T
}
