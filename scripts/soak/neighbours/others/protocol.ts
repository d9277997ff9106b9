/** What the process that stands for everybody else is started with. */
export interface OthersOrder {
  readonly url: string
  /** Whose verifications are timed. */
  readonly verifierKey: string
  /** Names that the resolver has cached. */
  readonly domains: readonly string[]
  /** Accounts that own one webhook each, and test it in turn. */
  readonly webhookKeys: readonly string[]
}

/** How others were served in one phase. Milliseconds. */
export interface Served {
  readonly verify: {
    readonly count: number
    /** Those that were not answered 200. */
    readonly failed: number
    readonly p50: number
    readonly p99: number
    readonly max: number
  }
  readonly webhooks: {
    readonly sent: number
    /** Test calls that were not accepted. */
    readonly refused: number
    /** Accepted ones that had not arrived when the phase was closed. They count as old as they were then. */
    readonly missing: number
    readonly p50: number
    readonly max: number
  }
}

export type FromOthers = { readonly type: 'ready' } | { readonly type: 'served'; readonly served: Served }
/** `next` closes a phase and begins another. */
export type ToOthers = 'next'
