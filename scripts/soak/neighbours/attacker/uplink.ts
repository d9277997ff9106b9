import { setTimeout as sleep } from 'node:timers/promises'

/** 100 Mbit/s: the uplink of one rented server. */
const BYTES_PER_SECOND = 12_500_000
/**
 * Requests and connections of one attacker. A flood that exceeds what a process can answer at all stops any service; it is
 * the network's to filter. This rate is a fifth to a tenth of what one process answers.
 */
const CALLS_PER_SECOND = 2_000
/** Time that may be caught up on at once, since timers are late on a busy machine. */
const BURST_MS = 20

/** The attacker's connection to the internet: a token bucket over bytes and calls. */
export function createUplink() {
  let free = performance.now()
  return async (bytes: number): Promise<void> => {
    const now = performance.now()
    const at = Math.max(free, now - BURST_MS)
    free = at + Math.max((bytes / BYTES_PER_SECOND) * 1_000, 1_000 / CALLS_PER_SECOND)
    if (at > now) await sleep(at - now)
  }
}
