import type { Scope } from '../../features/accounts/index.js'

/** The subset of OpenAPI 3.0 schemas used by the contract's request bodies and parameters. */
export interface JsonSchema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'
  readonly description?: string
  readonly nullable?: boolean
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  /** Default of a request field; see withDefaults. */
  readonly 'x-default'?: unknown
  /** What to do instead, for messages about numbers out of range. */
  readonly 'x-hint'?: string
  readonly example?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: JsonSchema
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly allOf?: readonly JsonSchema[]
}

/** Members of a schema that describe values and do not check them. */
export const ANNOTATIONS = [
  'example',
  'x-default',
  'x-enum-varnames',
  'x-enumNames',
  'x-extensible-enum',
  'x-hint',
  'x-item-schema',
  'x-ms-enum',
]

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: JsonSchema
}

/** Limits of a JSON body that differ from those of other operations. */
export interface JsonLimits {
  readonly members?: number
  readonly values?: number
}

/** An operation of the document with its references resolved. */
export interface OperationObject {
  readonly operationId: string
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: { readonly [type: string]: { readonly schema: JsonSchema; readonly example?: unknown } }
  }
  readonly responses: { readonly [status: string]: object }
  /** The scope that a key needs; every operation that accepts a key has one. */
  readonly 'x-scope'?: Scope
  /** Whether publishable keys may call it. */
  readonly 'x-publishable'?: boolean
  readonly 'x-limit'?: 'verify' | 'agent' | 'write' | 'sender' | 'account_creation' | 'public_read'
  readonly 'x-body-limit'?: number
  readonly 'x-json-limits'?: JsonLimits
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof METHODS)[number]

interface Server {
  readonly url: string
  readonly description: string
}

type PathItem = { readonly [method in Method]?: OperationObject }

export interface OpenapiDocument {
  readonly servers: readonly Server[]
  readonly paths: { readonly [path: string]: PathItem }
}
