// Where an installation keeps the segment files of its archive.
import { createS3Bucket } from '../../adapters/bucket/s3.js'
import { archiveBeside } from '../../adapters/eventstore/lmdb/archived.js'
import { createSegmentFiles, type SegmentFiles } from '../../adapters/eventstore/lmdb/segmentFiles.js'
import type { Config } from '../../config.js'

const MEGABYTE = 1024 * 1024

/** @param path the file of the log */
export function segmentFilesOf(config: Config, path: string): SegmentFiles {
  const { ARCHIVE_DIR, ARCHIVE_BUCKET: url, ARCHIVE_BUCKET_REGION: region, ARCHIVE_CACHE_MB } = config
  const { ARCHIVE_BUCKET_KEY_ID: keyId, ARCHIVE_BUCKET_SECRET: secret } = config
  return createSegmentFiles({
    directory: ARCHIVE_DIR ?? archiveBeside(path),
    ...(url !== undefined && {
      bucket: {
        objects: createS3Bucket({ url, keyId: keyId!, secret: secret!, region }),
        cacheBytes: ARCHIVE_CACHE_MB * MEGABYTE,
      },
    }),
  })
}
