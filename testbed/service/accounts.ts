import { setTimeout as sleep } from 'node:timers/promises'
import { createContainer } from '../../src/composition/index.js'
import { type Environment, loadConfig } from '../../src/config.js'
import type { Plan } from '../../src/features/accounts/index.js'
import { newId } from '../../src/kernel/ids.js'
import { client } from '../callers/client.js'

export interface MadeAccount {
  readonly id: string
  readonly key: string
}

/** A limit that no client reaches. */
const UNLIMITED = 1_000_000_000
/** Timeout until a running service applies an operator's change. */
const TAKES_EFFECT_MS = 10_000

/** The settings of the service, or only its DATA_DIR. */
type ServiceSettings = Environment | string

const configOf = (settings: ServiceSettings) =>
  loadConfig({ ...(typeof settings === 'string' ? { DATA_DIR: settings } : settings), LOG_LEVEL: 'silent' })

/**
 * Creates accounts through a running service and sets their limits with the CLI, as an operator does.
 * @param perMonth monthly limit (default: unlimited)
 * @param plan default: free
 */
export async function makeAccounts(
  url: string,
  settings: ServiceSettings,
  count: number,
  perMonth = UNLIMITED,
  plan?: Plan,
): Promise<MadeAccount[]> {
  const { request, close } = client(url)
  const accounts: MadeAccount[] = []
  try {
    for (let index = 0; index < count; index++) {
      const { body } = await request('POST', '/v1/accounts/create', { body: { email: 'ada@example.org' } })
      accounts.push({ id: body.account.id, key: body.api_key })
    }
  } finally {
    close()
  }
  await setMonthLimits(url, settings, accounts, perMonth, plan)
  return accounts
}

/** Sets limits, and optionally the plan, while the service runs, and waits until the service applies them. */
export async function setMonthLimits(
  url: string,
  settings: ServiceSettings,
  accounts: readonly MadeAccount[],
  perMonth: number,
  plan?: Plan,
  perMinute = UNLIMITED,
): Promise<void> {
  const container = await createContainer(configOf(settings), { exclusive: false })
  try {
    for (const { id } of accounts) {
      const command = newId()
      const operator = { id: 'operator', correlationId: command, commandId: command }
      if (plan) await container.accounts.setPlan(id, plan, { ...operator, commandId: newId() })
      await container.accounts.setLimits(id, { perMinute, perMonth }, operator)
    }
  } finally {
    await container.close()
  }
  const { request, close } = client(url)
  const startedAt = Date.now()
  for (const { key } of accounts) {
    while ((await request('GET', '/v1/stats', { key })).body.current_month.limit !== perMonth) {
      if (Date.now() - startedAt > TAKES_EFFECT_MS) throw new Error('The running service did not apply the new limits.')
      await sleep(50)
    }
  }
  close()
}
