// What an operation of the API gets from its request, and what it returns.
import type { Accounts, Caller } from '../features/accounts/index.js'
import type { Audit } from '../features/audit/index.js'
import type { Backtests } from '../features/backtests/index.js'
import type { Batches } from '../features/batches/index.js'
import type { Mails } from '../features/mails/index.js'
import type { Outcomes } from '../features/outcomes/index.js'
import type { Pool } from '../features/pool/index.js'
import type { Rules } from '../features/rules/index.js'
import type { Verdicts } from '../features/verdicts/index.js'
import type { Call, Verification } from '../features/verification/index.js'
import type { Webhooks } from '../features/webhooks/index.js'
import type { Prepared } from '../httpMessages/prepared.js'
import type { Headers } from '../httpMessages/send.js'
import type { Body, OperationId, Params, Query, Responses } from './contract/types.js'
import type { Diagnose } from './system/diagnose.js'
import type { Health } from './system/health.js'

/** The services that operations call. */
export interface Services {
  readonly accounts: Accounts
  readonly pool: Pool
  readonly verification: Verification
  readonly outcomes: Outcomes
  readonly batches: Batches
  readonly verdicts: Verdicts
  readonly rules: Rules
  readonly backtests: Backtests
  readonly webhooks: Webhooks
  readonly audit: Audit
  readonly mails: Pick<Mails, 'requestLink'>
  readonly health: Health
  readonly diagnose: Diagnose
  /** The OpenAPI document as served. */
  readonly openapi: Prepared
  /** Public base URL for links, without a trailing slash. */
  readonly baseUrl: string
}

/** A request to an operation without authentication, parsed and validated against the contract. */
interface PublicRequest<Op extends OperationId> extends Services {
  readonly body: Body<Op>
  readonly query: Query<Op>
  readonly params: Params<Op>
  readonly requestId: string
  /** `performance.now()` when the request came in. */
  readonly startedAt: number
  /** A request header, by its lower-case name; of a repeated one, the first. */
  header(name: string): string | undefined
}

/** An authenticated request. */
export interface KeyedRequest<Op extends OperationId> extends PublicRequest<Op> {
  readonly caller: Caller
  readonly call: Call
  /** Seed for secrets that the command creates, so that a retry with the same Idempotency-Key creates the same ones. */
  readonly seed: string | undefined
}

/** A request whose authentication is optional. */
interface OpenRequest<Op extends OperationId> extends PublicRequest<Op> {
  readonly caller: Caller | undefined
  readonly call: Call
}

/**
 * A response that the contract allows for the operation. Objects are sent as JSON, strings unchanged, with the
 * Content-Type in `headers`; bodies too large for memory are streamed as texts.
 */
type Reply<Op extends OperationId> = Responses<Op> | Promise<Responses<Op>>

/** Calls one command or query and shapes its response. Contains no parsing and no decisions. */
export type Operation<Op extends OperationId> = (request: KeyedRequest<Op>) => Reply<Op>
export type OpenOperation<Op extends OperationId> = (request: OpenRequest<Op>) => Reply<Op>
export type PublicOperation<Op extends OperationId> = (request: PublicRequest<Op>) => Reply<Op>

/** An operation with its types erased. */
export type AnyOperation = (request: KeyedRequest<never>) => AnyReply | Promise<AnyReply>
export type AnyReply = { readonly status: number; readonly body: unknown; readonly headers?: Headers }
