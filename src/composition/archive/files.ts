// Where an installation keeps the segment files of its archive.
import { archiveBeside } from '../../adapters/eventstore/lmdb/archived.js'
import { createSegmentFiles, type SegmentFiles } from '../../adapters/eventstore/lmdb/segmentFiles.js'
import type { Config } from '../../config.js'

const MEGABYTE = 1024 * 1024

/** @param path the file of the log */
export async function segmentFilesOf(config: Config, path: string): Promise<SegmentFiles> {
  const { ARCHIVE_DIR, ARCHIVE_BUCKET: url, ARCHIVE_BUCKET_REGION: region, ARCHIVE_CACHE_MB } = config
  const { ARCHIVE_BUCKET_KEY_ID: keyId, ARCHIVE_BUCKET_SECRET: secret } = config
  const directory = ARCHIVE_DIR ?? archiveBeside(path)
  if (url === undefined) return createSegmentFiles({ directory })
  const { createS3Bucket } = await import('../../adapters/bucket/s3.js')
  const objects = createS3Bucket({ url, keyId: keyId!, secret: secret!, region })
  return createSegmentFiles({ directory, bucket: { objects, cacheBytes: ARCHIVE_CACHE_MB * MEGABYTE } })
}
