import type { Oas3Rule, Oas3Visitor, UserContext } from '@redocly/openapi-core'

/** A schema of OpenAPI 3.0, as far as the rules read it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly nullable?: boolean
  readonly default?: unknown
  readonly maximum?: number
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: { readonly [name: string]: Schema }
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly discriminator?: object
  readonly 'x-enum-varnames'?: readonly string[]
  readonly 'x-enumNames'?: readonly string[]
  readonly 'x-ms-enum'?: { readonly values?: readonly { readonly value: unknown; readonly name: string }[] }
}

export interface Response {
  readonly content?: { readonly [type: string]: { readonly schema?: Schema } }
}
export type Responses = Readonly<Record<string, Response>>

type Visit<Node> = (node: Node, context: UserContext) => void

interface Visitor {
  readonly Schema?: Visit<Schema>
  readonly Server?: Visit<{ readonly url: string }>
  readonly Response?: Visit<Response> | { readonly Schema: Visit<Schema> }
  readonly Responses?: Visit<Responses>
  readonly RequestBody?: { readonly MediaType: Visit<{ readonly schema?: Schema }> }
}

/** A rule that visits parts of the document. Redocly's own types also cover OpenAPI 3.1, whose schemas have lists of types. */
export const ruleOf =
  (visitor: Visitor): Oas3Rule =>
  () =>
    visitor as Oas3Visitor
