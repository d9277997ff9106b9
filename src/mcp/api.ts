// What the tools need of a service: its operations, in the same process or over HTTP.
import type { ApiSchema, OperationId, Responses } from '../api/contract/types.js'
import type { TextStream } from '../httpMessages/stream.js'

/** The operations that tools call. A tool needs the scopes, and counts against the limits, of those that it calls. */
export type ToolOperation = Extract<
  OperationId,
  | 'verifyEmailSignals'
  | 'verifyBatch'
  | 'verifyBulkAgent'
  | 'getBatch'
  | 'getBatchResults'
  | 'listDecisions'
  | 'searchDecisions'
  | 'getUsage'
  | 'getReason'
>

/** The JSON body of an operation's successful response. */
export type Answer<Op extends OperationId> = Exclude<
  Extract<Responses<Op>, { readonly status: 200 | 202 }>['body'],
  TextStream
>

/** A result of a batch. */
export type BatchItem = ApiSchema<'AgentResult'>

/** Members for the path, the query or the body, as in the contract. */
export type Input = Readonly<Record<string, unknown>>

export interface Api {
  /** Base URL of the service, for links; without a trailing slash. */
  readonly baseUrl: string
  /** Whether the key is a sandbox key, which is never charged. */
  readonly sandbox: boolean
  /** @param idempotencyKey for operations that accept one @throws Refusal */
  call<Op extends ToolOperation>(operation: Op, input: Input, idempotencyKey?: string): Promise<Answer<Op>>
  /** The results of a batch in input order, as they arrive. @throws Refusal */
  results(batchId: string): AsyncIterable<BatchItem>
  /** Counts a look at what the program itself knows as a call of an operation. @throws Refusal */
  admit(operation: ToolOperation): Promise<void>
}

/** What is wrong with a call, as the `error` of a response has it. */
export interface RefusedCall {
  readonly code: string
  readonly message: string
  readonly docs_url?: string
  /** Seconds. */
  readonly retry_after?: number
  readonly details?: { readonly problems?: readonly { readonly path: string; readonly message: string }[] }
}

/** A call that was not answered. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly refused: RefusedCall

  constructor(refused: RefusedCall) {
    super(refused.message)
    this.refused = refused
  }
}
