/** The subset of OpenAPI 3.0 schemas used by the contract's request bodies and parameters. */
export interface JsonSchema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'
  readonly nullable?: boolean
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  /** Default of a request field; see withDefaults. */
  readonly 'x-default'?: unknown
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
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: JsonSchema
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
  readonly 'x-limit'?: 'verify' | 'agent' | 'write' | 'account_creation' | 'public_read'
  readonly 'x-body-limit'?: number
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof METHODS)[number]

interface Server {
  readonly url: string
  readonly description: string
}

export type PathItem = { readonly servers?: readonly Server[] } & { readonly [method in Method]?: OperationObject }

export interface OpenapiDocument {
  readonly servers: readonly Server[]
  readonly paths: { readonly [path: string]: PathItem }
}
