/** The client of a store across the network. It is replaced when it gets no answer although the store answers a new one. */
export interface StoreClient {
  /** Name of the store in metrics and log lines. */
  readonly store: string
  /** Number of replacements since the process started. */
  replacements(): number
  /**
   * Aborted when replacing the client did not help, with an Error as the reason: only a restart of the process can help.
   */
  readonly hung: AbortSignal
}
