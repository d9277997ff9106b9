// The TypeScript types of the client's operations, derived from the contract.
import type {
  AgentBatchOutcome,
  AgentBatchRequest,
  AgentBatchResponse,
  AgentResult,
  operations,
  PoolHistoryRow,
  VerificationResult,
} from './contract.generated.js'
import type { FileContent } from './multipart.js'
import type { OperationId } from './operation.js'
import type { CallOptions } from './options.js'

type OrNothing<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>

type PathOf<Op extends OperationId> = OrNothing<operations[Op]['parameters']['path']>
type QueryOf<Op extends OperationId> = OrNothing<operations[Op]['parameters']['query']>

type ContentOf<Body> = Body extends { readonly content: infer Content } ? Content : never
type BodyOf<Op extends OperationId> =
  ContentOf<operations[Op] extends { readonly requestBody?: infer Body } ? Body : never> extends infer Content
    ? Content extends { readonly 'application/json': infer Json }
      ? Json
      : Content extends { readonly 'multipart/form-data': infer Form }
        ? Upload<Form>
        : unknown
    : never

type Upload<Form> = Omit<Form, 'file'> & {
  /** The CSV file, up to 100 MB and 1,000,000 rows. */
  readonly file: FileContent
  /** Default: the name of a `File`, otherwise `list.csv`. */
  readonly fileName?: string
}

type Flat<T> = { readonly [Name in keyof T]: T[Name] }

/** The parameters of the path and of the query and the members of the body, in one object. */
export type InputOf<Op extends OperationId> = Flat<
  PathOf<Op> & QueryOf<Op> & ([BodyOf<Op>] extends [never] ? unknown : BodyOf<Op>)
>

type Success<Responses> = Responses[keyof Responses & (200 | 201 | 202)]

type Value<Content> = Content extends { readonly 'application/json': infer Json }
  ? Json
  : Content extends { readonly 'text/csv': unknown }
    ? ReadableStream<Uint8Array>
    : Content extends { readonly 'application/x-ndjson': unknown }
      ? AsyncGenerator<PoolHistoryRow, undefined>
      : string

/** What an operation resolves to: JSON is parsed, a file is a stream, newline-delimited JSON an iterator. */
export type OutputOf<Op extends OperationId> = Value<ContentOf<Success<operations[Op]['responses']>>>

type Call<Input, Output> =
  Record<never, never> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Output>
    : (input: Input, options?: CallOptions) => Promise<Output>

/** A response to `async`: the addresses were accepted and are verified in the background. */
export type BatchAccepted = Required<Pick<AgentBatchOutcome, 'batch_id' | 'status' | 'total'>>

/** A result in the full format; the address is absent once the input of the batch has been deleted. */
export type AgentFullResult = AgentResult & Omit<VerificationResult, 'email'>

interface VerifyBulkAgent {
  (input: AgentBatchRequest & { readonly async: true }, options?: CallOptions): Promise<BatchAccepted>
  (input: AgentBatchRequest & { readonly async?: false | null }, options?: CallOptions): Promise<AgentBatchResponse>
  (input: AgentBatchRequest, options?: CallOptions): Promise<AgentBatchResponse | BatchAccepted>
}

interface GetVerdicts {
  (
    input: InputOf<'getVerdicts'> & { readonly format: 'csv' },
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>>
  (
    input?: InputOf<'getVerdicts'> & { readonly format?: 'json' | null },
    options?: CallOptions,
  ): Promise<OutputOf<'getVerdicts'>>
  (input: InputOf<'getVerdicts'>, options?: CallOptions): Promise<OutputOf<'getVerdicts'> | ReadableStream<Uint8Array>>
}

/** Every operation of the contract, by its operationId. All reject with MailproofError. */
export type Operations = {
  readonly [Op in Exclude<OperationId, 'verifyBulkAgent' | 'getVerdicts'>]: Call<InputOf<Op>, OutputOf<Op>>
} & { readonly verifyBulkAgent: VerifyBulkAgent; readonly getVerdicts: GetVerdicts }
