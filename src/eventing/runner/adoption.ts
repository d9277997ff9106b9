// Adopts generations that a rebuild, in this or another process, has made live.
import type { EventStore } from '../../kernel/ports/eventStore.js'
import type { Generations, Pointer } from '../generations.js'
import { isOfNewerRelease, type Model, serveFolding, serveIfCaughtUp } from '../model.js'

interface AdoptionDependencies {
  readonly store: Pick<EventStore, 'head'>
  readonly generations: Pick<Generations, 'open' | 'pointers'>
  readonly models: ReadonlyMap<string, Model>
  readonly startLane: (members: readonly Model[]) => void
  /** Whether this process has been started: before, nobody has read what an adopted generation replaces. */
  readonly isStarted: () => boolean
  /** Called when a newer release has rebuilt a model: this process must not fold it. */
  readonly onNewerRelease: (model: Model) => void
}

/**
 * Adopts generations that a rebuild, in this or another process, has made live. The returned function checks every
 * model once; calls run one at a time, because two that adopted the same generation would each start it again.
 */
export function createGenerationAdoption({
  store,
  generations,
  models,
  startLane,
  isStarted,
  onNewerRelease,
}: AdoptionDependencies): () => Promise<void> {
  let last = Promise.resolve()

  /** Folds the new generation; readers switch to it once it has reached what they see now. */
  async function adopt(model: Model, { generation, version }: Pointer): Promise<void> {
    if (generation === model.folding.number) return
    const folding = await generations.open(model.projection, generation)
    delete model.lane
    await model.busy
    try {
      const head = await store.head()
      Object.assign(model, { folding, foldingVersion: version, failures: 0, throws: 0 })
      // What was read from a log that was replaced may be ahead of the new generation for ever.
      if (isStarted()) serveIfCaughtUp(model, head)
      else serveFolding(model)
    } finally {
      if (isOfNewerRelease(model)) onNewerRelease(model)
      else startLane([model])
    }
  }

  async function adoptAll(): Promise<void> {
    for (const [name, pointer] of await generations.pointers([...models.keys()]))
      await adopt(models.get(name)!, pointer)
  }

  return () => {
    const adopted = last.then(adoptAll)
    last = adopted.catch(() => {})
    return adopted
  }
}
