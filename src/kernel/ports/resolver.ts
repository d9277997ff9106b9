/** What DNS said about one name and type. `ttl` is in seconds; of a negative answer it is RFC 2308's, section 5. */
export type DnsAnswer<T> =
  | { readonly outcome: 'found'; readonly records: readonly T[]; readonly ttl: number }
  /** The name exists, without a record of this type (NODATA). */
  | { readonly outcome: 'no_data'; readonly ttl: number }
  /** The name does not exist (NXDOMAIN). */
  | { readonly outcome: 'no_name'; readonly ttl: number }
  /** No server answered within the look-up's time. */
  | { readonly outcome: 'timeout' }
  /** A server answered that it cannot tell (SERVFAIL, REFUSED …), or the network refused; `code` is its name. */
  | { readonly outcome: 'error'; readonly code: string }

export interface MxRecord {
  /** Lower-case A-labels without the final dot; '' is the root, as in null MX (RFC 7505). */
  readonly exchange: string
  readonly preference: number
}

/**
 * Looks names up in DNS. Names are A-labels without a final dot. Never rejects but for an aborted signal:
 * what goes wrong in DNS is an answer.
 */
export interface Resolver {
  mx(name: string, signal?: AbortSignal): Promise<DnsAnswer<MxRecord>>
  /** IPv4 addresses in dotted form. */
  a(name: string, signal?: AbortSignal): Promise<DnsAnswer<string>>
  /** IPv6 addresses in RFC 5952 form. */
  aaaa(name: string, signal?: AbortSignal): Promise<DnsAnswer<string>>
  close(): Promise<void>
}
