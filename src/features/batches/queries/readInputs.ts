import { BlobMissing, type BlobStore } from '../../../kernel/ports/blobStore.js'
import { readRows } from '../input/readRows.js'
import type { Viewer } from '../internal/viewer.js'
import type { BatchDocument } from '../projections/batches.js'
import type { FindBatches } from './getBatches.js'

/** A row of a batch's input. */
export interface InputPlace {
  readonly batchId: string
  /** From 0. */
  readonly index: number
}

export interface ReadInputsDependencies {
  readonly findBatches: FindBatches
  readonly blobs: BlobStore
}

/** The addresses of rows, as they were given; null where a cell was empty, or inputs are deleted. */
export const createReadInputs =
  ({ findBatches, blobs }: ReadInputsDependencies) =>
  async (viewer: Viewer, places: readonly InputPlace[]): Promise<readonly (string | null)[]> => {
    const ids = [...new Set(places.map(({ batchId }) => batchId))]
    const found = await findBatches(viewer, ids)
    const inputs = new Map(ids.map((id, place) => [id, found[place] && createInput(blobs, found[place])]))
    return Promise.all(places.map(({ batchId, index }) => inputs.get(batchId)?.at(index) ?? null))
  }

/** Reads each chunk of rows once, when the first of its rows is asked for. */
function createInput(blobs: BlobStore, { rows, offsets, chunk }: BatchDocument) {
  const chunks = new Map<number, Promise<readonly (string | null)[]>>()

  async function read(place: number): Promise<readonly (string | null)[]> {
    try {
      for await (const part of readRows(blobs, rows, { chunk, offset: offsets[place]! })) {
        return part.map(({ email }) => email)
      }
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error
    }
    return []
  }

  return {
    async at(index: number): Promise<string | null> {
      const place = Math.floor(index / chunk)
      const known = chunks.get(place) ?? read(place)
      chunks.set(place, known)
      return (await known)[index % chunk] ?? null
    },
  }
}
