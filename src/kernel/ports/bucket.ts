// The port of a bucket: an object storage for files that never change.
import { StoreUnavailable } from './eventStore.js'

/** Size of a file, and SHA-256 of its content in hexadecimal. */
export interface FileDigest {
  readonly bytes: number
  readonly sha256: string
}

/** Names are never listed: a list may be stale, and what should be there is known. */
export interface Bucket {
  /** Its URL, without credentials. */
  readonly place: string
  /** Uploads a file. @throws BucketError; the error of the file system, if the file cannot be read */
  put(key: string, path: string, digest: FileDigest): Promise<void>
  /**
   * Downloads an object into a new file, which is deleted again unless it is what was expected.
   * @returns `missing` if there is no such object, `different` if it has another content
   * @throws BucketError
   */
  get(key: string, path: string, expected: FileDigest): Promise<'same' | 'different' | 'missing'>
  /** Whether there is such an object, by one attempt that takes four seconds at most. @throws BucketError */
  has(key: string): Promise<boolean>
  /** Ends every request that has not ended: each rejects with BucketError. */
  close(): void
}

/** The bucket cannot be used, or not now. The message is one line, which names the setting to change. */
export class BucketError extends StoreUnavailable {
  override readonly name = 'BucketError'
}
