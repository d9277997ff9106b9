// What an operator who has lost the log, a part of it or the vault goes on with.
import { createPinoLog } from '../../adapters/log/pino.js'
import type { Config } from '../../config.js'
import { systemClock } from '../../kernel/clock.js'
import { type Position, START } from '../../kernel/position.js'
import type { Resources } from '../../kernel/resources.js'
import { openStores } from '../openStores.js'
import { InstallationError } from './error.js'
import { currentRecord, writeAll } from './guard.js'
import { inspect } from './inspect.js'
import { judge } from './judge.js'

export interface Loss {
  /** Where the log ends, and when its last event was recorded; no time if it is empty. */
  readonly head: Position
  readonly recordedAt: string | undefined
  /** Where the log ended before; undefined if nothing of it is lost. */
  readonly reached: Position | undefined
  /** Whether the vault is lost. */
  readonly vault: boolean
  /** Accepts the loss: from now on, the stores as they are belong to the installation. */
  accept(): Promise<void>
}

/**
 * Opens the stores as they are, and says what is lost; undefined if nothing is. No service of the data directory may run.
 * @throws InstallationError for stores of two installations, or of a newer program, which are no loss
 */
export async function openLoss(config: Config, closing: Resources): Promise<Loss | undefined> {
  const log = createPinoLog(config.LOG_LEVEL)
  const stores = await openStores({ config, exclusive: true, clock: systemClock, log, acceptsLoss: true }, closing)
  const inspected = await inspect(stores)
  const problem = judge(inspected)
  if (!problem) return undefined
  if (problem.kind === 'foreign' || problem.kind === 'newer') throw new InstallationError(problem)
  const { head, hasNewest } = inspected.log
  return {
    head,
    recordedAt: head === START ? undefined : (await stores.events.eventAt(head))?.recordedAt,
    reached: hasNewest ? undefined : inspected.record?.newest,
    vault: !inspected.vault.opensCheck,
    async accept() {
      const record = await currentRecord(stores, inspected)
      await writeAll(stores, () => record)
    },
  }
}
