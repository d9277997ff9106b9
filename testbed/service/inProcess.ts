// The service in this process.
import assert from 'node:assert/strict'
import { type ServeOptions, type Service, serve } from '../../src/composition/index.js'
import { loadConfig } from '../../src/config.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'
import { client } from '../callers/client.js'
import { type Account, createCall, type RunningService, type Surroundings } from './service.js'
import { BASE_URL } from './settings.js'

/**
 * Short, so that tests of names that never answer are short too. A query is repeated after a fifth of it: long enough
 * that no answered one is, on a slow machine too.
 */
export const DNS_TIMEOUT_MS = 1_000

/** The whole service in this process: real sockets and stores. */
export interface InProcessService extends RunningService {
  readonly service: Service
  /** Another key of an account. */
  generate(key: string, body?: object): Promise<Account>
  /** Stops only the service; idempotent. */
  stopService(): Promise<void>
}

export async function serveInProcess(
  { settings, dns, close: closeAll }: Surroundings,
  { openStores }: Pick<ServeOptions, 'openStores'>,
): Promise<InProcessService> {
  const service = await serve(
    loadConfig({ BASE_URL, DNS_TIMEOUT_MS: String(DNS_TIMEOUT_MS), LOG_LEVEL: 'silent', ...settings }),
    { openStores },
  )
  const { request, close } = client(service.url)
  const call = createCall({ request })

  let stopped: Promise<void> | undefined
  const stopService = (): Promise<void> => {
    stopped ??= service.stop()
    return stopped
  }

  return {
    url: service.url,
    dns,
    settings,
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
      assert.equal(answer.status, 201)
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
        await closeAll()
      }
    },
  }
}

/** An operator who acts. */
export const operator = () => {
  const id = newId()
  return { id: 'operator', correlationId: id, commandId: id }
}
