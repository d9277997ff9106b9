import type { DocumentStore, Stored } from '../../kernel/ports/documentStore.js'
import { next, START } from '../../kernel/position.js'
import type { AnyProjection } from '../projection.js'

/** Identifies the live generation of a model. */
export type Pointer = {
  readonly generation: number
  /** Version of the projection that folded it. */
  readonly version: number
  /** Form of its documents in the store; absent = 1. */
  readonly form?: number
  /** Highest generation number ever claimed. */
  readonly claimed: number
  /** Generation that was live before; kept for a while, because readers in other processes may still use it. */
  readonly previous: number | null
  readonly flippedAt: string | null
}

/** No projection has this version. */
const UNREADABLE = 0

/** Stores one pointer per model, replaced by compare-and-set. */
export function createPointers(documents: DocumentStore) {
  const { form = 1 } = documents
  /** Members of a pointer to a generation that this store has written. */
  const ownForm: Pick<Pointer, 'form'> = form === 1 ? {} : { form }
  const pointers = documents.collection<Pointer>({ name: 'read_models' })
  /** A generation of another form counts as folded by another version, so that it is rebuilt. */
  const withReadableVersion = (pointer: Pointer): Pointer =>
    (pointer.form ?? 1) === form ? pointer : { ...pointer, version: UNREADABLE }

  return {
    ownForm,
    async read(model: string): Promise<Stored<Pointer> | undefined> {
      const stored = await pointers.get(model)
      return stored && { ...stored, document: withReadableVersion(stored.document) }
    },
    /** Pointers by model; models without a pointer are omitted. */
    async readMany(models: readonly string[]): Promise<readonly (readonly [string, Pointer])[]> {
      const found = await pointers.getMany(models)
      return found.flatMap((stored) =>
        stored?.document ? [[stored.id, withReadableVersion(stored.document)] as const] : [],
      )
    },
    /** Creates the pointer of a new model, unless another process has created it. */
    async create({ name, version }: AnyProjection): Promise<void> {
      const document: Pointer = { generation: 1, ...ownForm, claimed: 1, version, previous: null, flippedAt: null }
      await pointers.write([{ id: name, position: START, document }])
    },
    /** Replaces a pointer, unless it has changed since it was read. @returns whether it was replaced */
    async replace({ id, position }: Stored<Pointer>, document: Pointer): Promise<boolean> {
      const conflicts = await pointers.write([{ id, expected: position, position: next(position), document }])
      return conflicts.length === 0
    },
  }
}

export type Pointers = ReturnType<typeof createPointers>
