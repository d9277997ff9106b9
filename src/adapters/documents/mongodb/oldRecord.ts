import { DamagedDocument, type Document, type Stored } from '../../../kernel/ports/documentStore.js'
import type { Position } from '../../../kernel/position.js'

/** A document as releases up to 0.1.0 stored it: JSON text beside the bytes of its indexed members. */
export interface OldRecord {
  /** The id's UTF-8, as Latin-1 text. */
  readonly _id: string
  /** JSON of the id, if it cannot be restored from `_id`. */
  readonly id?: string
  readonly position: Position
  /** null is a tombstone. */
  readonly body: string | null
  readonly members: object
  readonly write: string
}

export const isOldRecord = (record: object): record is OldRecord =>
  !('_mailproof' in record) && 'body' in record && 'members' in record && 'position' in record

export function toStoredFromOld<D extends Document>(
  { _id, id, position, body }: OldRecord,
  place: string,
): Stored<D | null> {
  try {
    return {
      id: id === undefined ? Buffer.from(_id, 'latin1').toString() : JSON.parse(id),
      position,
      document: body === null ? null : JSON.parse(body),
    }
  } catch (error) {
    throw new DamagedDocument(`${place}: the document ${JSON.stringify(_id)} is damaged`, { cause: error })
  }
}
