import type { DocumentStore } from '../../../src/kernel/ports/documentStore.js'

/** A fresh store, as an adapter's test brings it. */
export interface DocumentStoreFixture {
  readonly store: DocumentStore
  /** Another handle on the same documents, as another process would have it. */
  second(): Promise<DocumentStore>
  /** Histories by chance that it is tried with; fewer where each call crosses a network. Else 100. */
  readonly histories?: number
  /** Closes all handles and removes the documents. */
  dispose(): Promise<void>
}

export type Given = () => DocumentStoreFixture
