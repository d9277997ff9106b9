import type { DocumentStore } from '../../../src/kernel/ports/documentStore.js'

/** A new store, created by an adapter's test. */
export interface DocumentStoreFixture {
  readonly store: DocumentStore
  /** Another handle on the same documents, as in another process. */
  second(): Promise<DocumentStore>
  /** Number of generated histories; fewer if each call crosses a network. Default: 100. */
  readonly histories?: number
  /** Closes all handles and removes the documents. */
  dispose(): Promise<void>
}

export type Given = () => DocumentStoreFixture
