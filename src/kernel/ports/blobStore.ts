export interface BlobInfo {
  readonly name: string
  readonly owner: string
  /** Milliseconds since the epoch at which it was written. */
  readonly writtenAt: number
}

/**
 * Large content of accounts, sealed under its owner's data key, kept for a while and not part of the log.
 * Every method rejects with StoreUnavailable when the store cannot answer.
 */
export interface BlobStore {
  /**
   * Writes a whole blob: it is there, and durable, when this resolves. When the content ends with an error, that error
   * is thrown and nothing stays behind; a name that exists is replaced.
   * @param name `[A-Za-z0-9._-]`, at most 100 characters
   * @returns its size in bytes, unsealed
   */
  write(name: string, owner: string, content: AsyncIterable<Uint8Array>): Promise<number>
  /**
   * Its content from a byte offset on, never more than a segment ahead of the reader.
   * @throws BlobMissing when it was never written, is deleted, or its owner's key is destroyed
   * @throws Error when it was cut or tampered with: a part is never taken for the whole
   */
  read(name: string, options?: { readonly from?: number }): AsyncIterable<Buffer>
  /** Deleting what is not there is done already. */
  delete(name: string): Promise<void>
  /** Every blob, for the sweep that deletes old ones; in no order. */
  all(): AsyncIterable<BlobInfo>
  ready(): Promise<void>
}

export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
  constructor(readonly blob: string) {
    super(`there is no blob ${blob}`)
  }
}
