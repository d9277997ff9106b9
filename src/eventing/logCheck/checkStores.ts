// The check of everything that is stored: the log, then what the other stores can check.
import type { Damage } from '../../kernel/ports/eventStore.js'
import type { createCheckLog, LogChecked } from './check.js'
import type { LastCheckStore } from './lastCheck.js'

/** Checks a store; aborting ends it with the signal's reason. */
export type StoreCheck = (signal: AbortSignal) => AsyncIterable<Damage>

export type CheckStores = ReturnType<typeof createCheckLog>

interface CheckStoresDependencies {
  readonly checkLog: CheckStores
  readonly others: readonly StoreCheck[]
  readonly lastCheck: LastCheckStore
}

/** A whole check is remembered. */
export const createCheckStores =
  ({ checkLog, others, lastCheck }: CheckStoresDependencies): CheckStores =>
  async (options) => {
    const checked = await checkLog(options)
    if (options.onlyNew) return checked
    const damage = [...checked.damage]
    for (const check of others) for await (const found of check(options.signal)) damage.push(found)
    const result: LogChecked = { ...checked, damage }
    await lastCheck.save(result)
    return result
  }
