import type { DocumentStore, Stored } from '../../kernel/ports/documentStore.js'
import { next, START } from '../../kernel/position.js'
import type { AnyProjection } from '../projection.js'

/** Identifies the live generation of a model. */
export type Pointer = {
  readonly generation: number
  /** Version of the projection that folded it. */
  readonly version: number
  /** Highest generation number ever claimed. */
  readonly claimed: number
  /** Generation that was live before; kept for a while, because readers in other processes may still use it. */
  readonly previous: number | null
  readonly flippedAt: string | null
}

/** Stores one pointer per model, replaced by compare-and-set. */
export function createPointers(documents: DocumentStore) {
  const pointers = documents.collection<Pointer>({ name: 'read_models' })
  return {
    read: (model: string): Promise<Stored<Pointer> | undefined> => pointers.get(model),
    /** Pointers by model; models without a pointer are omitted. */
    async readMany(models: readonly string[]): Promise<readonly (readonly [string, Pointer])[]> {
      const found = await pointers.getMany(models)
      return found.flatMap((stored) => (stored?.document ? [[stored.id, stored.document] as const] : []))
    },
    /** Creates the pointer of a new model, unless another process has created it. */
    async create({ name, version }: AnyProjection): Promise<void> {
      const document: Pointer = { generation: 1, claimed: 1, version, previous: null, flippedAt: null }
      await pointers.write([{ id: name, position: START, document }])
    },
    /** Replaces a pointer, unless it has changed since it was read. @returns whether it was replaced */
    async replace({ id, position }: Stored<Pointer>, document: Pointer): Promise<boolean> {
      const conflicts = await pointers.write([{ id, expected: position, position: next(position), document }])
      return conflicts.length === 0
    },
  }
}
