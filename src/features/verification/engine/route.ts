/** How mail reaches a domain (RFC 5321 section 5.1), as found in DNS. */
export type MailRoute =
  /** MX records, at least one of whose targets has a public address. `exchanges` in order of preference. */
  | {
      readonly kind: 'explicit'
      readonly exchanges: readonly string[]
      /** The only exchange is known to discard mail. */
      readonly blackHole?: true
    }
  /** No MX record, but a public A or AAAA of the domain itself. */
  | {
      readonly kind: 'implicit'
      /** The name is a public suffix, or all its IPv4 addresses are those of a host of parked domains. */
      readonly parked?: true
    }
  /** One MX record with the root as exchange: the domain accepts no mail (RFC 7505). */
  | { readonly kind: 'null_mx' }
  /** The name does not exist, or has neither MX nor A nor AAAA. */
  | { readonly kind: 'no_records'; readonly nameExists: boolean }
  /** MX records, none of whose targets has an address. */
  | { readonly kind: 'no_target'; readonly exchanges: readonly string[] }
  /** Only private, loopback or otherwise not public addresses, of targets or of the domain itself. */
  | { readonly kind: 'not_public'; readonly exchanges: readonly string[] }
  /** The lookup of MX or of the addresses timed out or failed. */
  | {
      readonly kind: 'temporary'
      readonly failed: 'mx' | 'address'
      readonly how: 'timeout' | 'error'
      readonly code?: string
      /** The exchanges found before the failure. */
      readonly exchanges: readonly string[]
    }

/** Names of exchanges come from DNS: in any case, and possibly with a final dot. */
export const exchangeName = (name: string): string => name.toLowerCase().replace(/\.$/, '')

export interface RoutedDomain {
  readonly route: MailRoute
  /** When DNS was queried, milliseconds since the epoch. */
  readonly checkedAt: number
  /** Seconds from `checkedAt`: the smallest of the answers' TTLs; undefined where no answer had one. */
  readonly ttl: number | undefined
}

/** A route in words, for a trace: `explicit`; `temporary, mx timeout`; `temporary, address error SERVFAIL`. */
export function routeInWords(route: MailRoute): string {
  if (route.kind !== 'temporary') return route.kind
  const { kind, failed, how, code } = route
  return `${kind}, ${failed} ${how}${code === undefined ? '' : ` ${code}`}`
}

/** Finds a domain's mail route, from its cache or DNS. Rejects only if the signal is aborted. */
export interface MailRouter {
  /** The cached route, if any. */
  cached(domain: string): RoutedDomain | undefined
  find(domain: string, signal?: AbortSignal): Promise<RoutedDomain>
}
