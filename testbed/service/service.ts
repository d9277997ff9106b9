// What a service that was started offers to its callers, wherever it runs.
import type { Plan } from '../../src/features/accounts/index.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import type { Answer, RequestOptions } from '../callers/client.js'
import { expectAnswerOf } from '../contract/answers.js'
import { type OperationName, pathOf, viewOf } from '../contract/operations.js'
import type { DnsServer } from '../dns/server.js'
import type { Place } from '../stores/place.js'
import type { Settings } from './settings.js'

/** What was opened for a service. */
export interface Surroundings {
  readonly place: Place
  readonly dns: DnsServer
  readonly settings: Settings
  close(): Promise<void>
}

export interface CallOptions extends RequestOptions {
  readonly params?: { readonly [name: string]: string }
  /** Including the question mark. */
  readonly query?: string
  /** Which form of the path. Default: the first. */
  readonly form?: number
}

export interface AccountOptions {
  readonly plan?: Plan
  readonly perMinute?: number
  readonly perMonth?: number
}

export interface Account {
  readonly id: string
  readonly key: string
}

interface Usage {
  readonly verifications: number
  readonly limit: number
  readonly remaining: number
}

/** A service that was started, wherever it runs. */
export interface RunningService {
  readonly url: string
  readonly dns: DnsServer
  /** Its settings, also for operator commands. */
  readonly settings: Settings
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  /** A request of an operation; its response is validated against the contract. */
  call(operation: OperationName, options?: CallOptions): Promise<Answer>
  /** A new account and its key. */
  account(options?: AccountOptions): Promise<Account>
  /** The usage of an account this month. */
  usage(key: string): Promise<Usage>
  /** The events of one stream. */
  events(stream: string): Promise<readonly Recorded[]>
  /** Stops the service, and deletes everything that was opened for it. */
  stop(): Promise<void>
}

/** Requests of operations; each response is validated against the contract. */
export const createCall =
  ({ request }: Pick<RunningService, 'request'>): RunningService['call'] =>
  async (operation, { params, query = '', form, ...rest } = {}) => {
    const path = pathOf(operation, { ...(params && { params }), ...(form && { form }) })
    const answer = await request(viewOf(operation).method, `${path}${query}`, rest)
    expectAnswerOf(operation, answer)
    return answer
  }
