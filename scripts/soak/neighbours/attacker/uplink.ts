import { setTimeout as sleep } from 'node:timers/promises'

/** 100 Mbit/s: the uplink of one rented server. */
const BYTES_PER_SECOND = 12_500_000
/**
 * Requests of one attacker. A flood that exceeds what a process can answer at all stops any service; it is the network's to
 * filter. This rate is a fifth to a tenth of what one process answers.
 */
const CALLS_PER_SECOND = 2_000
/** New connections of one address; usual firewalls allow far fewer. */
const CONNECTIONS_PER_SECOND = 500
/** Burst allowance, because timers are late on a busy machine. */
const BURST_MS = 20

/** The attacker's connection to the internet: a token bucket over bytes, requests and new connections. */
export function createUplink() {
  let free = performance.now()
  /** Waits for its turn. @param ms time that it occupies the uplink */
  const take = async (ms: number): Promise<void> => {
    const now = performance.now()
    const at = Math.max(free, now - BURST_MS)
    free = at + ms
    if (at > now) await sleep(at - now)
  }
  return {
    request: (bytes: number) => take(Math.max((bytes / BYTES_PER_SECOND) * 1_000, 1_000 / CALLS_PER_SECOND)),
    connection: () => take(1_000 / CONNECTIONS_PER_SECOND),
  }
}
