import type { BlobStore } from '../../../../kernel/ports/blobStore.js'
import { createInputSlicer } from '../slicer.js'
import { createRowLines, type RowSummary } from './rowLines.js'

/** Rows between two checks of the time slicer. */
const STEP_ROWS = 100

interface WriteRowsOptions {
  /** Name of the blob. */
  readonly name: string
  readonly owner: string
  /** Written unchanged; an empty string is an address, not an empty cell. */
  readonly emails: Iterable<string>
  /** Rows per chunk. */
  readonly chunk: number
}

/** Writes a list of addresses as the rows of a batch. */
export async function writeRows(
  blobs: Pick<BlobStore, 'write'>,
  { name, owner, emails, chunk }: WriteRowsOptions,
): Promise<RowSummary> {
  const lines = createRowLines(chunk)
  await blobs.write(name, owner, content())
  return lines.summary()

  async function* content() {
    const yieldTurn = createInputSlicer(owner)
    let added = 0
    for (const email of emails) {
      lines.add(email)
      if (++added % STEP_ROWS > 0) continue
      await yieldTurn()
      yield* lines.take()
    }
    yield* lines.take({ end: true })
  }
}
