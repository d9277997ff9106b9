import type { EventStore } from '../../kernel/ports/eventStore.js'
import { checkpointAt } from '../generations/generation.js'
import { isInLog } from '../logIdentity.js'
import type { Model } from '../model.js'

interface OriginsDependencies {
  readonly store: EventStore
  readonly models: ReadonlyMap<string, Model>
}

/** What the models that readers see were folded from. */
export function createOrigins({ store, models }: OriginsDependencies) {
  /** Names of models that were not folded from this log. */
  async function foreign(): Promise<string[]> {
    const all = [...models.values()]
    const found = await Promise.all(all.map(({ serving }) => isInLog(store, checkpointAt(serving))))
    return all.filter((_, index) => !found[index]).map(({ projection }) => projection.name)
  }

  /** Names of models folded by an older version of their projection, or from a log that has since been replaced. */
  async function outdated(): Promise<string[]> {
    const replaced = new Set(await foreign())
    return [...models.values()]
      .filter(({ version, projection }) => version !== projection.version || replaced.has(projection.name))
      .map(({ projection }) => projection.name)
  }

  return { foreign, outdated }
}
