import type { Request } from 'express'
import type { KeyLookupClient } from '../features/accounts/index.js'
import { type ClientWindow, clientWindowsOf, siteOf } from '../httpMessages/clientNetwork.js'
import { perClient, windowKey } from '../kernel/limits.js'
import type { LocalLimiter, Window } from '../kernel/ports/limiter.js'
import { MINUTE_MS } from '../kernel/time.js'

/** The window that an unknown key exceeded, and its limit; undefined if none. */
type Exceeded = { readonly window: Window; readonly limit: number } | undefined

/**
 * Counts unknown API keys by client address (and IPv6 site), in this process. Only failures are counted and only
 * failures are refused, so a customer who shares an address with an attacker is not affected.
 */
export function createFailedKeys(limiter: LocalLimiter) {
  const hit = (name: string, limit: number, hits: number): Window =>
    limiter.hit(windowKey('key', name), limit, MINUTE_MS, hits)

  /** One-entry cache: a flood of requests usually comes from one address. */
  let last: { readonly ip: string; readonly site: string; readonly windows: readonly ClientWindow[] } | undefined
  const clientOf = (ip: string) => {
    if (last?.ip !== ip) last = { ip, site: siteOf(ip), windows: clientWindowsOf(ip) }
    return last
  }

  return {
    /** The requester for key lookup; computed only for keys that are not cached. */
    lookupClientOf({ ip = '' }: Request): KeyLookupClient {
      const { site, windows } = clientOf(ip)
      const throttled = windows.some(
        ({ name, times }) => hit(name, perClient.unknownKeys.perMinute * times, 0).remaining === 0,
      )
      return { client: site, throttled }
    },

    count({ ip = '' }: Request): Exceeded {
      for (const { name, times } of clientOf(ip).windows) {
        const limit = perClient.unknownKeys.perMinute * times
        const window = hit(name, limit, 1)
        if (!window.allowed) return { window, limit }
      }
      return undefined
    },
  }
}
