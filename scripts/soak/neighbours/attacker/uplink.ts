import { setTimeout as sleep } from 'node:timers/promises'

/** 100 Mbit/s: the uplink of one rented server. */
const BYTES_PER_SECOND = 12_500_000
/**
 * Requests of one attacker. A flood that exceeds the capacity of a process stops any service and must be filtered by the
 * network. This rate is a fifth to a tenth of what one process answers.
 */
const CALLS_PER_SECOND = 2_000
/** New connections of one address; usual firewalls allow far fewer. */
const CONNECTIONS_PER_SECOND = 500
/** Burst allowance, because timers are late on a busy machine. */
const BURST_MS = 20

/** The attacker's connection to the internet: a token bucket over bytes, requests and new connections. */
export function createUplink() {
  let freeAt = performance.now()
  /** Waits until the uplink is free. @param ms time for which this use occupies it */
  const take = async (ms: number): Promise<void> => {
    const now = performance.now()
    const at = Math.max(freeAt, now - BURST_MS)
    freeAt = at + ms
    if (at > now) await sleep(at - now)
  }
  return {
    request: (bytes: number) => take(Math.max((bytes / BYTES_PER_SECOND) * 1_000, 1_000 / CALLS_PER_SECOND)),
    connection: () => take(1_000 / CONNECTIONS_PER_SECOND),
  }
}
