/** DNS answer for one name and type. `ttl` is in seconds; for negative answers it follows RFC 2308 section 5. */
export type DnsAnswer<T> =
  /** At most 32 records, of MX records the most preferred ones. */
  | { readonly outcome: 'found'; readonly records: readonly T[]; readonly ttl: number }
  /** The name exists, but has no record of this type (NODATA). */
  | { readonly outcome: 'no_data'; readonly ttl: number }
  /** The name does not exist (NXDOMAIN). */
  | { readonly outcome: 'no_name'; readonly ttl: number }
  /** No server answered within the lookup's timeout. */
  | { readonly outcome: 'timeout' }
  /** A server reported an error (SERVFAIL, REFUSED …), or the network failed; `code` names the error. */
  | { readonly outcome: 'error'; readonly code: string }

export interface MxRecord {
  /** Lower-case A-labels without the final dot; '' is the root, as in null MX (RFC 7505). */
  readonly exchange: string
  readonly preference: number
}

/**
 * DNS resolver. Names are A-labels without a final dot. Rejects only when the signal aborts: DNS errors are returned as
 * answers.
 */
export interface Resolver {
  mx(name: string, signal?: AbortSignal): Promise<DnsAnswer<MxRecord>>
  /** IPv4 addresses in dotted form. */
  a(name: string, signal?: AbortSignal): Promise<DnsAnswer<string>>
  /** IPv6 addresses in RFC 5952 form. */
  aaaa(name: string, signal?: AbortSignal): Promise<DnsAnswer<string>>
  close(): Promise<void>
}

/** Names of addresses, for the self-test of mailbox checks. */
export interface ReverseResolver {
  /** @param name below in-addr.arpa or ip6.arpa (RFC 1035 section 3.5, RFC 3596 section 2.5) */
  ptr(name: string, signal?: AbortSignal): Promise<DnsAnswer<string>>
}
