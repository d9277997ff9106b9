import type { Accounts, Caller } from '../features/accounts/index.js'
import type { Batches } from '../features/batches/index.js'
import type { Pool } from '../features/pool/index.js'
import type { Call, Verification } from '../features/verification/index.js'
import type { Webhooks } from '../features/webhooks/index.js'
import type { Headers } from '../web/send.js'
import type { Body, OperationId, Params, Query, Responses } from './contract/types.js'
import type { Diagnose } from './system/diagnose.js'
import type { Health } from './system/health.js'

/** What operations call. */
export interface Services {
  readonly accounts: Accounts
  readonly pool: Pool
  readonly verification: Verification
  readonly batches: Batches
  readonly webhooks: Webhooks
  readonly health: Health
  readonly diagnose: Diagnose
  /** The contract as it is served. */
  readonly openapi: string
  /** Prefix of links that leave the service, without a final slash. */
  readonly baseUrl: string
}

/** A request of an operation that anyone may call, parsed and proven to be as the contract says. */
export interface PublicRequest<Op extends OperationId> extends Services {
  readonly body: Body<Op>
  readonly query: Query<Op>
  readonly params: Params<Op>
  readonly requestId: string
  /** `performance.now()` when the request came in. */
  readonly began: number
  /** A request header, by its lower-case name; of a repeated one, the first. */
  header(name: string): string | undefined
}

/** The same, with a key: somebody is calling. */
export interface KeyedRequest<Op extends OperationId> extends PublicRequest<Op> {
  readonly caller: Caller
  readonly call: Call
  /** From which the command makes its secrets, where the call has an Idempotency-Key: done again, it makes the same. */
  readonly seed: string | undefined
}

/** The same, with a key or without. */
export interface OpenRequest<Op extends OperationId> extends PublicRequest<Op> {
  readonly caller: Caller | undefined
}

/**
 * An answer that the contract has for the operation. An object is sent as JSON, a text as it is, with the Content-Type
 * that `headers` names; what is too large to be in memory as a whole is sent text by text.
 */
export type Reply<Op extends OperationId> = Responses<Op> | Promise<Responses<Op>>

/** Parses nothing, decides nothing: calls one command or query and shapes its answer. */
export type Operation<Op extends OperationId> = (request: KeyedRequest<Op>) => Reply<Op>
export type OpenOperation<Op extends OperationId> = (request: OpenRequest<Op>) => Reply<Op>
export type PublicOperation<Op extends OperationId> = (request: PublicRequest<Op>) => Reply<Op>

/** What all operations look like to those who do not care which it is. */
export type AnyOperation = (request: KeyedRequest<never>) => AnyReply | Promise<AnyReply>
export type AnyReply = { readonly status: number; readonly body: unknown; readonly headers?: Headers }
