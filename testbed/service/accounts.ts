// Creates accounts through a running service, and sets their limits beside it, as an operator does.
import { createContainer } from '../../src/composition/index.js'
import { loadConfig } from '../../src/config.js'
import { newId } from '../../src/kernel/ids.js'
import { client } from '../callers/client.js'
import { eventually } from '../eventually.js'
import type { Account, AccountOptions } from './service.js'
import type { Settings } from './settings.js'

/** A limit that no client reaches. */
export const UNLIMITED = 1_000_000_000

/** Creates accounts through a running service. */
export async function createAccounts(url: string, count: number, email = 'ada@example.org'): Promise<Account[]> {
  const { request, close } = client(url)
  try {
    const accounts: Account[] = []
    for (let index = 0; index < count; index++) {
      const { status, text, body } = await request('POST', '/v1/accounts/create', { body: { email } })
      if (status !== 201) throw new Error(`An account could not be created: ${text}`)
      accounts.push({ id: body.account.id, key: body.api_key })
    }
    return accounts
  } finally {
    close()
  }
}

/**
 * Creates accounts through a running service and sets their limits as an operator does.
 * @param urls of all processes that answer; they apply the limits
 */
export async function makeAccounts(
  urls: readonly string[],
  settings: Settings,
  count: number,
  options: AccountOptions = {},
): Promise<Account[]> {
  const accounts = await createAccounts(urls[0]!, count)
  await setLimits(urls, settings, accounts, options)
  return accounts
}

/** Sets limits (by default none), and optionally the plan, beside a running service, and waits until it applies them. */
export async function setLimits(
  urls: readonly string[],
  settings: Settings,
  accounts: readonly Account[],
  { plan, perMinute = UNLIMITED, perMonth = UNLIMITED }: AccountOptions,
): Promise<void> {
  const container = await createContainer(loadConfig({ ...settings, LOG_LEVEL: 'silent' }), { exclusive: false })
  try {
    for (const { id } of accounts) {
      if (plan) await container.accounts.setPlan(id, plan, operator())
      await container.accounts.setLimits(id, { perMinute, perMonth }, operator())
    }
  } finally {
    await container.close()
  }
  for (const url of urls) {
    const { request, close } = client(url)
    try {
      for (const { key } of accounts) {
        await eventually(
          () => request('GET', '/v1/stats', { key }),
          ({ body }) => body.current_month?.limit === perMonth && (!plan || body.plan === plan),
        )
      }
    } finally {
      close()
    }
  }
}

const operator = () => {
  const id = newId()
  return { id: 'operator', correlationId: id, commandId: id }
}
