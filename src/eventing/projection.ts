import type { DomainEvent, Recorded } from '../kernel/envelope.js'
import type { Document, Times } from '../kernel/ports/documentStore.js'

/**
 * Pure definition of a read model: a name, a version and two pure functions. It sees events and the one document it
 * folds them into, nothing else: no clock, no other document, no I/O.
 */
export interface Projection<E extends DomainEvent = DomainEvent, D extends Document = Document> {
  /** `[a-z_]`; collections are `<name>.v<generation>`, and stores with users of their own show the live one as `<name>`. */
  readonly name: string
  /** Increment it whenever the fold, the document's shape or `times` changes; the next start then rebuilds the model. */
  readonly version: number
  /**
   * Projections of one lane take the same slices of the log and proceed at the pace of the slowest; other lanes do not
   * wait.
   */
  readonly lane?: string
  /** See {@link CollectionDefinition}. */
  readonly indexes?: { readonly [index: string]: readonly string[] }
  /** See {@link CollectionDefinition}. */
  readonly times?: Times
  /** Ids of the documents that an event touches; empty for irrelevant events. */
  keys(event: Recorded<E>): readonly string[]
  /**
   * Whether an event presumably creates its documents: they are then written without being read first, and read only if
   * the write conflicts. A mere optimisation; it never changes the result.
   */
  begins?(event: Recorded<E>): boolean
  /** The document after the event; null deletes it. @param document undefined if it does not exist yet */
  apply(document: D | undefined, event: Recorded<E>, id: string): D | null
}

// biome-ignore lint/suspicious/noExplicitAny: the only place where projections of different types share a list
export type AnyProjection = Projection<any, any>
