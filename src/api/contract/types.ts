import type { SpooledFile } from '../../features/batches/index.js'
import type { TextStream } from '../../httpMessages/stream.js'
import type { components, operations } from './openapi.generated.js'

/** Name of an operation: in the contract, in `api/<resource>/rest.ts`, and of its command or query. */
export type OperationId = keyof operations

/** A named schema of the contract. */
export type ApiSchema<Name extends keyof components['schemas']> = components['schemas'][Name]

type None = Readonly<Record<string, never>>
type OrNone<T> = [T] extends [never] ? None : T

/** Validation removes null from bodies, where it means the same as an omitted member. */
type WithoutNulls<T> = { readonly [Name in keyof T]: Exclude<T[Name], null> }

/** The validated body with its defaults; a form's file is spooled; undefined if the operation has no body. */
export type Body<Op extends OperationId> = operations[Op] extends {
  readonly requestBody: { readonly content: { readonly 'multipart/form-data': infer Form } }
}
  ? WithoutNulls<Omit<Form, 'file'>> & { readonly file: SpooledFile }
  : operations[Op] extends { readonly requestBody?: { readonly content: { readonly 'application/json': infer Json } } }
    ? unknown extends Json
      ? undefined
      : WithoutNulls<Json>
    : undefined

/** The validated query parameters with their defaults. */
export type Query<Op extends OperationId> = OrNone<NonNullable<operations[Op]['parameters']['query']>>

/** The validated path parameters. */
export type Params<Op extends OperationId> = OrNone<NonNullable<operations[Op]['parameters']['path']>>

type Content<Response> = Response extends { readonly content: infer Types }
  ? Types[keyof Types] | TextStream
  : undefined

type Headers<Response> = Response extends { readonly headers: infer Names }
  ? { readonly [Name in keyof Names as string extends Name ? never : Name]?: string } & {
      readonly 'Content-Type'?: string
    }
  : never

/** Every response that the contract allows: a status, its body, and the headers that an operation may set. */
export type Responses<Op extends OperationId> = {
  [Status in keyof operations[Op]['responses']]: {
    readonly status: Status
    readonly body: Content<operations[Op]['responses'][Status]>
    readonly headers?: Headers<operations[Op]['responses'][Status]>
  }
}[keyof operations[Op]['responses']]
