import { BlobMissing, type BlobStore } from '../../../kernel/ports/blobStore.js'
import { readRows } from '../input/rows/readRows.js'
import type { FindBatches } from '../internal/findBatch.js'
import type { Viewer } from '../internal/viewer.js'
import type { BatchDocument } from '../projections/batches.js'

/** A row of a batch's input. */
export interface InputReference {
  readonly batchId: string
  /** Row index, from 0. */
  readonly index: number
}

interface ReadInputsDependencies {
  readonly findBatches: FindBatches
  readonly blobs: BlobStore
}

/** The addresses of the given rows, as submitted; null for an empty cell, or if the input has been deleted. */
export type ReadInputs = (viewer: Viewer, places: readonly InputReference[]) => Promise<readonly (string | null)[]>

export const createReadInputs =
  ({ findBatches, blobs }: ReadInputsDependencies): ReadInputs =>
  async (viewer, places) => {
    const ids = [...new Set(places.map(({ batchId }) => batchId))]
    const found = await findBatches(viewer, ids)
    const inputs = new Map(ids.map((id, index) => [id, found[index] && createInput(blobs, found[index])]))
    return Promise.all(places.map(({ batchId, index }) => inputs.get(batchId)?.at(index) ?? null))
  }

/** Reads each chunk of rows once, when the first of its rows is requested. */
function createInput(blobs: BlobStore, { rows, offsets, chunk }: BatchDocument) {
  const chunks = new Map<number, Promise<readonly (string | null)[]>>()

  async function read(index: number): Promise<readonly (string | null)[]> {
    try {
      for await (const part of readRows(blobs, rows, { chunk, offset: offsets[index]! })) {
        return part.map(({ email }) => email)
      }
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error
    }
    return []
  }

  return {
    async at(index: number): Promise<string | null> {
      const chunkIndex = Math.floor(index / chunk)
      const rowsOfChunk = chunks.get(chunkIndex) ?? read(chunkIndex)
      chunks.set(chunkIndex, rowsOfChunk)
      return (await rowsOfChunk)[index % chunk] ?? null
    },
  }
}
