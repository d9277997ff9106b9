import type { Request } from 'express'
import type { Requester } from '../features/accounts/index.js'
import type { LocalLimiter, Window } from '../kernel/ports/limiter.js'
import { type ClientWindow, clientWindowsOf } from '../web/clientNetwork.js'

const PER_MINUTE = 60
const MINUTE_MS = 60_000

/** What came of counting an unknown key: the window that is full, and its limit; undefined where there is room. */
export type Exceeded = { readonly window: Window; readonly limit: number } | undefined

/**
 * Counts API keys that nobody has, by client address (and IPv6 site), in this process. Only failures are counted and only
 * failures are refused: a customer who shares an address with an attacker goes on working.
 */
export function createFailedKeys(limiter: LocalLimiter) {
  const hit = (name: string, limit: number, hits: number): Window => limiter.hit(`key:${name}`, limit, MINUTE_MS, hits)

  /** A flood asks for the same address again and again. */
  let last: { readonly ip: string; readonly windows: readonly [ClientWindow, ...ClientWindow[]] } | undefined
  const windowsOf = (ip: string) => {
    if (last?.ip !== ip) last = { ip, windows: clientWindowsOf(ip) }
    return last.windows
  }

  return {
    /** Who presents a key, asked only when it must be looked up. */
    requesterOf({ ip = '' }: Request): Requester {
      const windows = windowsOf(ip)
      const throttled = windows.some(({ name, times }) => hit(name, PER_MINUTE * times, 0).remaining === 0)
      return { client: windows[0].name, throttled }
    },

    count({ ip = '' }: Request): Exceeded {
      for (const { name, times } of windowsOf(ip)) {
        const limit = PER_MINUTE * times
        const window = hit(name, limit, 1)
        if (!window.allowed) return { window, limit }
      }
      return undefined
    },
  }
}
