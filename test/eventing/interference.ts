import type { Collection, CollectionDefinition, Document, DocumentStore } from '../../src/kernel/ports/documentStore.js'

/** A call on its way to the real store. */
export interface Call {
  readonly collection: string
  readonly method: 'get' | 'getMany' | 'write' | 'sweep' | 'drop'
  /** What it asks for or changes; empty for the whole collection. */
  readonly ids: readonly string[]
}

/** The same store, but that each call waits for `before`, and fails with what `before` throws. */
export function interfered(documents: DocumentStore, before: (call: Call) => unknown): DocumentStore {
  return {
    ...documents,
    collection<D extends Document>(definition: CollectionDefinition): Collection<D> {
      const real = documents.collection<D>(definition)
      const tell = async (method: Call['method'], ids: readonly string[] = []) => {
        await before({ collection: definition.name, method, ids })
      }
      return {
        ...real,
        get: async (id) => tell('get', [id]).then(() => real.get(id)),
        getMany: async (ids) => tell('getMany', ids).then(() => real.getMany(ids)),
        write: async (changes) => {
          await tell(
            'write',
            changes.map(({ id }) => id),
          )
          return real.write(changes)
        },
        sweep: async (position) => tell('sweep').then(() => real.sweep(position)),
        drop: async () => tell('drop').then(() => real.drop()),
      }
    },
  }
}

/** Where somebody is held, until let go; open at first. */
export function createGate() {
  let arrive: () => void = () => {}
  let open: () => void = () => {}
  let closed: Promise<void> | undefined
  let arrived = Promise.resolve()
  return {
    close(): void {
      arrived = new Promise((resolve) => {
        arrive = resolve
      })
      closed = new Promise((resolve) => {
        open = resolve
      })
    },
    /** Resolves when somebody stands before the closed gate. */
    arrived: () => arrived,
    open(): void {
      closed = undefined
      open()
    },
    async pass(): Promise<void> {
      if (!closed) return
      arrive()
      await closed
    },
  }
}
