// Document stores whose calls a test delays or fails.
import type { Collection, CollectionDefinition, Document, DocumentStore } from '../../src/kernel/ports/documentStore.js'

/** A call to the real store. */
export interface Call {
  readonly collection: string
  readonly method: 'get' | 'getMany' | 'write' | 'sweep' | 'drop'
  /** Documents read or changed; empty for the whole collection. */
  readonly ids: readonly string[]
}

/** Wraps a store so that each call first awaits `before`, and fails if `before` throws. */
export function interfered(documents: DocumentStore, before: (call: Call) => unknown): DocumentStore {
  return {
    ...documents,
    collection<D extends Document>(definition: CollectionDefinition): Collection<D> {
      const real = documents.collection<D>(definition)
      const intercept = async (method: Call['method'], ids: readonly string[] = []) => {
        await before({ collection: definition.name, method, ids })
      }
      return {
        ...real,
        get: async (id) => intercept('get', [id]).then(() => real.get(id)),
        getMany: async (ids) => intercept('getMany', ids).then(() => real.getMany(ids)),
        write: async (changes) => {
          await intercept(
            'write',
            changes.map(({ id }) => id),
          )
          return real.write(changes)
        },
        sweep: async (position) => intercept('sweep').then(() => real.sweep(position)),
        drop: async () => intercept('drop').then(() => real.drop()),
      }
    },
  }
}

/** A gate that holds callers of `pass` while it is closed; open initially. */
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
    /** Resolves when a caller waits at the closed gate. */
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
