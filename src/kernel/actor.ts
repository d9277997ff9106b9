/** On whose behalf a command runs, and which call it belongs to. */
export interface Actor {
  /** An account id, `operator` (the command line) or `system`. */
  readonly id: string
  /** The call that all of this began with; every event carries it. */
  readonly correlationId: string
  /** The command itself; ids of its events derive from it, so that a repeated append is recognised. */
  readonly commandId: string
}
