import type { Position } from '../position.js'

/** What an installation knows of its own stores, kept outside of what it guards. */
export interface GuardRecord {
  /** Id of the installation, a UUID. */
  readonly installation: string
  /** A recent head of the log; the log has grown since. */
  readonly newest: Position
  /** Id of the event at `newest`; absent if the log was empty, or the event cannot be read. */
  readonly event?: string
  /** A text that only this installation's vault opens: it was sealed in it. */
  readonly vaultCheck: string
  /** The highest schema version written of each event type, except of ignorable types. */
  readonly schemas: { readonly [type: string]: number }
}

/** A place that keeps the guard record. */
export interface Guard {
  /** The place, in words. */
  readonly place: string
  /** undefined in an installation of an older release, or a new one. */
  read(): Promise<GuardRecord | undefined>
  /** Replaces the record as a whole, durably. @param change gives the record, or undefined to leave it */
  update(change: (before: GuardRecord | undefined) => GuardRecord | undefined): Promise<void>
}
