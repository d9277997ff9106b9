import type { DomainEvent, Recorded } from '../kernel/envelope.js'
import type { Document } from '../kernel/ports/documentStore.js'

/**
 * A read model: two pure functions, a name and a version. It sees events and the one document it folds into,
 * nothing else: no clock, no other document, no I/O.
 */
export interface Projection<E extends DomainEvent = DomainEvent, D extends Document = Document> {
  /** `[a-z_]`; collections are `<name>.v<generation>`. */
  readonly name: string
  /** Raised whenever the fold or the shape changes: the next start rebuilds. */
  readonly version: number
  /** Models of one lane share each reading of the log, and the slowest sets their pace; other lanes do not wait for it. */
  readonly lane?: string
  /** As in a CollectionDefinition. */
  readonly indexes?: { readonly [index: string]: readonly string[] }
  /** Ids of the documents that an event touches; none for events of no interest. */
  keys(event: Recorded<E>): readonly string[]
  /**
   * Whether an event begins its documents, as far as it can tell: they are not looked for before they are written, only
   * when they turn out to be there. Changes nothing but the time it takes.
   */
  begins?(event: Recorded<E>): boolean
  /** The document after the event; null deletes it. `undefined` when there is none yet. */
  apply(document: D | undefined, event: Recorded<E>, id: string): D | null
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where projections of all kinds stand in one list
export type AnyProjection = Projection<any, any>
