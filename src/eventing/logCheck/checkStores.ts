// The check of everything that is stored: the log, then what the other stores can check.
import type { Damage } from '../../kernel/ports/eventStore.js'
import { START } from '../../kernel/position.js'
import { type createCheckLog, type LogChecked, MAX_DAMAGE } from './check.js'
import type { LastCheckStore } from './lastCheck.js'
import { createPause, type Pause } from './pause.js'

/** Checks a store, and pauses after each part of it; aborting ends it with the signal's reason. */
export type StoreCheck = (signal: AbortSignal, pause: Pause) => AsyncIterable<Damage>

export type CheckStores = ReturnType<typeof createCheckLog>

interface CheckStoresDependencies {
  readonly checkLog: CheckStores
  /** Checks of files, before their content is read; that could end the process if they fail. */
  readonly files: readonly StoreCheck[]
  /** Checks of stores other than the log. */
  readonly others: readonly StoreCheck[]
  readonly lastCheck: LastCheckStore
}

/** A whole check is remembered. */
export const createCheckStores =
  ({ checkLog, files, others, lastCheck }: CheckStoresDependencies): CheckStores =>
  async (options) => {
    if (options.onlyNew) return checkLog(options)
    const damaged = await foundBy(files, options)
    const checked = damaged.length > 0 ? UNREAD : await checkLog(options)
    const more = damaged.length > 0 ? [] : await foundBy(others, options)
    const result: LogChecked = { ...checked, damage: [...damaged, ...checked.damage, ...more] }
    await lastCheck.save(result)
    return result
  }

const UNREAD: LogChecked = { events: 0, position: START, proven: 0, added: 0, links: [], damage: [] }

async function foundBy(
  checks: readonly StoreCheck[],
  { signal, rest = 0 }: Parameters<CheckStores>[0],
): Promise<Damage[]> {
  const found: Damage[] = []
  const pause = createPause(rest, signal)
  for (const check of checks)
    for await (const damage of check(signal, pause)) if (found.length < MAX_DAMAGE) found.push(damage)
  return found
}
