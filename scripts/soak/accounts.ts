import { setTimeout as sleep } from 'node:timers/promises'
import { createContainer } from '../../src/composition/index.js'
import { type Environment, loadConfig } from '../../src/config.js'
import type { Plan } from '../../src/features/accounts/index.js'
import { newId } from '../../src/kernel/ids.js'
import { client } from '../../test/support/client.js'

export interface MadeAccount {
  readonly id: string
  readonly key: string
}

/** A limit that no client reaches. */
const NO_LIMIT = 1_000_000_000
/** A running service applies an operator's change within this time. */
const TAKES_EFFECT_MS = 10_000

/** The settings of the service, or only its DATA_DIR. */
type Beside = Environment | string

const configOf = (beside: Beside) =>
  loadConfig({ ...(typeof beside === 'string' ? { DATA_DIR: beside } : beside), LOG_LEVEL: 'silent' })

/**
 * Creates accounts through a running service and sets their limits with the CLI, as an operator does.
 * @param perMonth monthly limit (default: unlimited) @param plan default: free
 */
export async function makeAccounts(
  url: string,
  beside: Beside,
  count: number,
  perMonth = NO_LIMIT,
  plan?: Plan,
): Promise<MadeAccount[]> {
  const { request, close } = client(url)
  const made: MadeAccount[] = []
  try {
    for (let index = 0; index < count; index++) {
      const { body } = await request('POST', '/v1/accounts/create', { body: { email: 'ada@example.org' } })
      made.push({ id: body.account.id, key: body.api_key })
    }
  } finally {
    close()
  }
  await setMonthLimits(url, beside, made, perMonth, plan)
  return made
}

/** Sets limits, and optionally the plan, while the service runs, and waits until the service applies them. */
export async function setMonthLimits(
  url: string,
  beside: Beside,
  accounts: readonly MadeAccount[],
  perMonth: number,
  plan?: Plan,
  perMinute = NO_LIMIT,
): Promise<void> {
  const house = await createContainer(configOf(beside), { exclusive: false })
  try {
    for (const { id } of accounts) {
      const command = newId()
      const operator = { id: 'operator', correlationId: command, commandId: command }
      if (plan) await house.accounts.setPlan(id, plan, { ...operator, commandId: newId() })
      await house.accounts.setLimits(id, { perMinute, perMonth }, operator)
    }
  } finally {
    await house.close()
  }
  const { request, close } = client(url)
  const began = Date.now()
  for (const { key } of accounts) {
    while ((await request('GET', '/v1/stats', { key })).body.current_month.limit !== perMonth) {
      if (Date.now() - began > TAKES_EFFECT_MS) throw new Error('limits set beside the service do not take effect')
      await sleep(50)
    }
  }
  close()
}
