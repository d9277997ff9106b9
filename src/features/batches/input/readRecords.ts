import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import type { CsvDialect } from '../events.js'
import type { CsvRecord } from './recordParser.js'
import { recordsOf } from './records.js'

/**
 * The records of an uploaded file in batches, including the header, parsed with the dialect found at upload.
 * @throws BlobMissing
 */
export const readRecords = (
  blobs: BlobStore,
  file: string,
  dialect: Pick<CsvDialect, 'encoding' | 'delimiter'>,
): AsyncIterable<readonly CsvRecord[]> => recordsOf(blobs.read(file), dialect)
