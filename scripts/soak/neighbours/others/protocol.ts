/** Start parameters of the process that simulates the other accounts. */
export interface OthersOrder {
  readonly url: string
  /** API key of the account whose verifications are timed. */
  readonly verifierKey: string
  /** Domains that the resolver has cached. */
  readonly domains: readonly string[]
  /** Domains with a mail server that answers questions about mailboxes. */
  readonly mailDomains: readonly string[]
  /** API keys of the accounts that own one webhook each, and test it in turn. */
  readonly webhookKeys: readonly string[]
}

/** Service quality for others in one phase, in milliseconds. */
export interface Served {
  readonly verify: {
    readonly count: number
    /** Calls that were not answered with 200. */
    readonly failed: number
    readonly p50: number
    readonly p99: number
    readonly max: number
  }
  /** Questions to mail servers. */
  readonly mailboxes: {
    readonly count: number
    /** Those that had no answer of the server in the response. */
    readonly failed: number
  }
  readonly webhooks: {
    readonly sent: number
    /** Test calls that were not accepted. */
    readonly refused: number
    /** Accepted test calls that had not arrived at the end of the phase; counted with their age at that time. */
    readonly missing: number
    readonly p50: number
    readonly max: number
  }
}

export type FromOthers = { readonly type: 'ready' } | { readonly type: 'served'; readonly served: Served }
/** Ends a phase and starts another. */
export interface ToOthers {
  /** Time for what was sent before the end. */
  readonly graceMs: number
}
