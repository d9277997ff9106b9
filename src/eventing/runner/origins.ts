// What the read models that readers see were folded from, and which of them have to be rebuilt.
import { type EventStore, isPermanent } from '../../kernel/ports/eventStore.js'
import type { Position } from '../../kernel/position.js'
import { type Checkpoint, checkpointAt } from '../generations/generation.js'
import { isInLog } from '../logIdentity.js'
import type { Model } from '../model.js'

interface OriginsDependencies {
  readonly store: EventStore
  readonly models: ReadonlyMap<string, Model>
}

/** What the models that readers see were folded from. */
export function createOrigins({ store, models }: OriginsDependencies) {
  /** Checkpoints that were confirmed to be missing. Waiting again would confirm nothing more, and delays a start. */
  const confirmed = new Set<string>()

  async function isOfThisLog(checkpoint: Checkpoint): Promise<boolean> {
    const key = `${checkpoint.position} ${checkpoint.id}`
    const found = await isInLog(store, checkpoint, confirmed.has(key) ? 0 : undefined)
    if (!found) confirmed.add(key)
    return found
  }

  /** Names of models that were not folded from this log. */
  async function foreign(): Promise<string[]> {
    const all = [...models.values()]
    const found = await Promise.all(all.map(({ serving }) => isOfThisLog(checkpointAt(serving))))
    return all.filter((_, index) => !found[index]).map(({ projection }) => projection.name)
  }

  /** Names of models folded by an older version of their projection, or from a log that has since been replaced. */
  async function outdated(): Promise<string[]> {
    const replaced = new Set(await foreign())
    return [...models.values()]
      .filter(({ version, projection }) => version !== projection.version || replaced.has(projection.name))
      .map(({ projection }) => projection.name)
  }

  /** Names of models that lack more than this number of events of the log. */
  async function farBehind(events: number): Promise<string[]> {
    if (events === Infinity) return []
    const all = [...models.values()]
    const lacks = new Map<Position, Promise<boolean>>()
    for (const { serving } of all)
      if (!lacks.has(serving.checkpoint)) lacks.set(serving.checkpoint, hasMoreAfter(store, serving.checkpoint, events))
    const found = await Promise.all(all.map(({ serving }) => lacks.get(serving.checkpoint)))
    return all.filter((_, index) => found[index]).map(({ projection }) => projection.name)
  }

  return { foreign, outdated, farBehind }
}

/** Counts up to an event that cannot be read: the models stop there, however many follow. */
async function hasMoreAfter(store: Pick<EventStore, 'readAll'>, after: Position, events: number): Promise<boolean> {
  let count = 0
  try {
    for await (const _ of store.readAll({ after, limit: events + 1 })) count++
  } catch (error) {
    if (!isPermanent(error)) throw error
  }
  return count > events
}
