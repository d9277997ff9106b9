export interface BlobInfo {
  readonly name: string
  readonly owner: string
  /** When it was written, milliseconds since the epoch. */
  readonly writtenAt: number
}

/**
 * Store for large content, sealed under its owner's data key, kept for a limited time and not part of the log.
 * Every method rejects with StoreUnavailable when the store cannot answer.
 */
export interface BlobStore {
  /**
   * Writes a whole blob, replacing one of the same name. It is durable when this resolves. If `content` throws, that
   * error is rethrown and nothing is left behind.
   * @param name `[A-Za-z0-9._-]`, at most 100 characters
   * @returns size of the content in bytes, unsealed
   */
  write(name: string, owner: string, content: AsyncIterable<Uint8Array>): Promise<number>
  /**
   * Reads the content from a byte offset, with backpressure: never more than one segment ahead of the consumer.
   * @throws BlobMissing when it was never written, was deleted, or its owner's key was destroyed
   * @throws Error when it was truncated or tampered with: a part is never returned as the whole
   */
  read(name: string, options?: { readonly from?: number }): AsyncIterable<Buffer>
  /** Reads the blob as it is stored, sealed; for backups. @throws BlobMissing when it was never written, or was deleted */
  readSealed(name: string): AsyncIterable<Buffer>
  /** Idempotent: deleting a blob that does not exist succeeds. */
  delete(name: string): Promise<void>
  /** Every blob, in no particular order; for the sweep that deletes old ones. */
  all(): AsyncIterable<BlobInfo>
  ready(): Promise<void>
}

export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
  constructor(readonly blob: string) {
    super(`blob ${blob} does not exist`)
  }
}
