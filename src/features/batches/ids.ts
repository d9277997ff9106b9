import type { Actor } from '../../kernel/actor.js'
import { derivedId, newId } from '../../kernel/ids.js'

/** The batch that a command makes, however often it is repeated. */
export const batchIdOf = ({ commandId }: Actor): string => derivedId(`batch/${commandId}`)

/**
 * Names of blobs begin with the batch that they are written for. Each is a name of its own: a repeated command may come
 * with another file, and what it writes and deletes must not be what the batch was accepted with.
 */
export const rowsBlob = (batch: string): string => `${batch}.${newId()}.rows`

/** Of a file that arrived. */
export const fileBlob = (batch: string): string => `${batch}.${newId()}.file`

export const batchOfBlob = (blob: string): string => blob.slice(0, blob.indexOf('.'))
