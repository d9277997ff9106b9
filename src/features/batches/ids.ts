import type { Actor } from '../../kernel/actor.js'
import { derivedId, newId } from '../../kernel/ids.js'

/** The id of the batch that a command creates; the same for every repetition of the command. */
export const batchIdOf = ({ commandId }: Actor): string => derivedId(`batch/${commandId}`)

/**
 * Name of a new blob of rows. Blob names begin with the id of their batch, and each is unique: a repeated command may
 * carry another file, and must not overwrite or delete what the batch was accepted with.
 */
export const rowsBlob = (batch: string): string => `${batch}.${newId()}.rows`

/** Name of a new blob for an uploaded file. */
export const fileBlob = (batch: string): string => `${batch}.${newId()}.file`

export const batchOfBlob = (blob: string): string => blob.slice(0, blob.indexOf('.'))
