import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import { createRowLines, type RowSummary } from './rowLines.js'
import { createInputSlicer } from './slicer.js'

/** Rows between two questions whether others should have their turn. */
const STEP = 100

export interface WriteRowsOptions {
  /** Of the blob. */
  readonly name: string
  readonly owner: string
  /** As they are: a text without a character is a text. */
  readonly emails: Iterable<string>
  /** Rows of a chunk. */
  readonly chunk: number
}

/** Writes addresses as the rows of a batch. */
export async function writeRows(
  blobs: Pick<BlobStore, 'write'>,
  { name, owner, emails, chunk }: WriteRowsOptions,
): Promise<RowSummary> {
  const lines = createRowLines(chunk)
  await blobs.write(name, owner, content())
  return lines.summary()

  async function* content() {
    const turn = createInputSlicer()
    let added = 0
    for (const email of emails) {
      lines.add(email)
      if (++added % STEP > 0) continue
      await turn()
      yield* lines.take()
    }
    yield* lines.take({ end: true })
  }
}
