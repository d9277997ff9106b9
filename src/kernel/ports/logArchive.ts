// The port of the archive: the part of the log that is in segment files.
import type { Position } from '../position.js'

/** A segment file that is a part of the log. */
export interface ArchivedSegment {
  /** Name in the directory of the archive. */
  readonly file: string
  /** The month of its events, `yyyy-mm`. */
  readonly month: string
  readonly first: Position
  readonly last: Position
  readonly events: number
  readonly firstTime: string
  readonly lastTime: string
  /** Links of the chain before and after its events; see kernel/chain.ts. */
  readonly linkBefore: string
  readonly linkAfter: string
  /** Covers the content: readers return nothing that does not agree with it. */
  readonly digest: string
  /** Size of the file, and SHA-256 of it in hexadecimal. */
  readonly bytes: number
  readonly sha256: string
  /** URL of the bucket that it was uploaded to, and read back from; absent if it is only in the directory. */
  readonly bucket?: string
}

export interface LogArchive {
  /** Where the segment files are, or copies of those that are in the bucket. */
  readonly directory: string
  /** URL of the bucket; undefined if there is none. */
  readonly bucket: string | undefined
  /** In the order of the log. */
  segments(): Promise<readonly ArchivedSegment[]>
  /**
   * Makes sure that the bucket has a segment: uploads it, reads it back, and compares. Does nothing without a bucket.
   * @returns the segment with the bucket that it is in; noted if it is a part of the log
   * @throws BucketError, DamagedSegment
   */
  upload(segment: ArchivedSegment): Promise<ArchivedSegment>
  /** Whether the bucket has a segment, by reading it. @throws BucketError; DamagedSegment when it has another content */
  isUploaded(segment: ArchivedSegment): Promise<boolean>
  /**
   * Makes a file that is in the directory a part of the log: from now on, its events are read from it.
   * @throws RangeError when it does not follow the last segment, or has the last event of the log
   */
  add(segment: ArchivedSegment): Promise<void>
  /**
   * Deletes the next slice of what segments contain from the live log. An event whose type is kept stays; streams find those
   * that are deleted in their segment.
   * @returns whether there may be more
   */
  trim(isKept: (type: string) => boolean): Promise<boolean>
  /** Deletes the files in the directory that were not used for the longest time and are in the bucket, until its limit is kept. */
  evict(): Promise<void>
}
