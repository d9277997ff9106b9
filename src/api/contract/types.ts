import type { Spooled } from '../../features/batches/index.js'
import type { TextStream } from '../../web/stream.js'
import type { components, operations } from './openapi.generated.js'

/** The name of an operation: its file in `http/operations/`, its command or query, its entry in the contract. */
export type OperationId = keyof operations

/** A shape that the contract names. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

type None = Readonly<Record<string, never>>
type OrNone<T> = [T] extends [never] ? None : T

/** The checked body of a call, with its defaults; of a form, its file put aside; undefined where the operation has none. */
export type Body<Op extends OperationId> = operations[Op] extends {
  readonly requestBody: { readonly content: { readonly 'multipart/form-data': infer Form } }
}
  ? Omit<Form, 'file'> & { readonly file: Spooled }
  : operations[Op] extends { readonly requestBody?: { readonly content: { readonly 'application/json': infer Json } } }
    ? unknown extends Json
      ? undefined
      : Json
    : undefined

/** The checked query of a call, with its defaults. */
export type Query<Op extends OperationId> = OrNone<NonNullable<operations[Op]['parameters']['query']>>

/** The checked parameters of a call's path. */
export type Params<Op extends OperationId> = OrNone<NonNullable<operations[Op]['parameters']['path']>>

type Content<Response> = Response extends { readonly content: infer Types }
  ? Types[keyof Types] | TextStream
  : undefined

type Headers<Response> = Response extends { readonly headers: infer Names }
  ? { readonly [Name in keyof Names as string extends Name ? never : Name]?: string } & {
      readonly 'Content-Type'?: string
    }
  : never

/** Every answer that the contract allows: a status with its body and, of its headers, those that an operation sets. */
export type Responses<Op extends OperationId> = {
  [Status in keyof operations[Op]['responses']]: {
    readonly status: Status
    readonly body: Content<operations[Op]['responses'][Status]>
    readonly headers?: Headers<operations[Op]['responses'][Status]>
  }
}[keyof operations[Op]['responses']]
