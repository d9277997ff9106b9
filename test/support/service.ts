import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import { type Service, serve } from '../../src/composition/index.js'
import { type Environment, loadConfig } from '../../src/config.js'
import type { Plan } from '../../src/features/accounts/index.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'
import { expectAnswerOf } from './answers.js'
import { type Answer, client, type RequestOptions } from './client.js'
import { type DnsServer, startDnsServer, type Zone } from './dnsServer.js'
import { mailZone } from './dnsZone.js'
import { type OperationName, pathOf, viewOf } from './operations.js'

/**
 * Short, so that tests of names that never answer are short too. A query is repeated after a fifth of it: long enough
 * that no answered one is, on a slow machine too.
 */
export const DNS_TIMEOUT_MS = 1_000
/** The public base URL: the prefix of links that leave the service. */
export const BASE_URL = 'https://mailproof.test'

export interface CallOptions extends RequestOptions {
  readonly params?: { readonly [name: string]: string }
  /** Including the question mark. */
  readonly query?: string
  /** Which form of the path. Default: the first. */
  readonly form?: number
}

/** A target of HTTP requests. */
type Asked = Pick<TestService, 'request'>

interface Usage {
  readonly verifications: number
  readonly limit: number
  readonly remaining: number
}

export interface TestService {
  readonly url: string
  readonly dns: DnsServer
  readonly service: Service
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  /** A request of an operation; its response is validated against the contract. */
  call(operation: OperationName, options?: CallOptions): Promise<Answer>
  /** A new account and its key; limits are those of its plan unless given. */
  account(options?: { plan?: Plan; perMinute?: number; perMonth?: number }): Promise<{ id: string; key: string }>
  /** Another key of an account. */
  generate(key: string, body?: object): Promise<{ id: string; key: string }>
  /** The usage of an account this month. */
  usage(key: string): Promise<Usage>
  /** The events of one stream. */
  events(stream: string): Promise<readonly Recorded[]>
  /** Stops only the service; idempotent. */
  stopService(): Promise<void>
  /** Stops the service and everything created for it. */
  stop(): Promise<void>
}

/** The whole service in this process: real sockets, real stores in a new directory, a real DNS server on loopback. */
export async function startService(options: { zone?: Zone; env?: Environment } = {}): Promise<TestService> {
  const directory = await mkdtemp(join(tmpdir(), 'mailproof-'))
  const dns = await startDnsServer(options.zone ?? mailZone(DNS_TIMEOUT_MS))
  const config = loadConfig({
    PORT: '0',
    BASE_URL,
    DATA_DIR: directory,
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    DNS_TIMEOUT_MS: String(DNS_TIMEOUT_MS),
    ACCOUNT_CREATIONS_PER_HOUR: '1000',
    WRITES_PER_MINUTE: '1000000',
    WRITES_PER_DAY: '1000000',
    LOG_LEVEL: 'silent',
    ...options.env,
  })
  const service = await serve(config)
  const { request, close } = client(service.url)

  let stopped: Promise<void> | undefined
  const stopService = (): Promise<void> => {
    stopped ??= service.stop()
    return stopped
  }

  const call = createCall({ request })

  return {
    url: service.url,
    dns,
    service,
    request,
    call,
    async account({ plan, perMinute, perMonth } = {}) {
      const { body } = await call('createAccount', { body: { email: 'ada@example.org' } })
      const { account, api_key } = body as { account: { id: string }; api_key: string }
      const { setPlan, setLimits } = service.container.accounts
      if (plan) await setPlan(account.id, plan, operator())
      if (perMinute || perMonth)
        await setLimits(account.id, { ...(perMinute && { perMinute }), ...(perMonth && { perMonth }) }, operator())
      return { id: account.id, key: api_key }
    },
    async generate(key, body) {
      const answer = await call('generateKey', { key, ...(body && { body }) })
      expect(answer.status).toBe(201)
      return { id: answer.body.key.id, key: answer.body.api_key }
    },
    usage: async (key) => (await call('getUsage', { key })).body.current_month,
    async events(stream) {
      const everything = {
        stream,
        initial: [],
        evolve: (seen: readonly Recorded[], event: Recorded) => [...seen, event],
      }
      return (await service.container.eventing.load<readonly Recorded[], Recorded>(everything)).state
    },
    stopService,
    async stop() {
      close()
      try {
        await stopService()
      } finally {
        await dns.close()
        await rm(directory, { recursive: true, force: true })
      }
    },
  }
}

/** Requests of operations; each response is validated against the contract. */
export const createCall =
  ({ request }: Asked): TestService['call'] =>
  async (operation, { params, query = '', form, ...rest } = {}) => {
    const path = pathOf(operation, { ...(params && { params }), ...(form && { form }) })
    const answer = await request(viewOf(operation).method, `${path}${query}`, rest)
    expectAnswerOf(operation, answer)
    return answer
  }

const operator = () => {
  const id = newId()
  return { id: 'operator', correlationId: id, commandId: id }
}
