// The attacker's connection to the internet, which bounds what it can send.
import { setTimeout as sleep } from 'node:timers/promises'

/** 100 Mbit/s: the uplink of one rented server. */
export const BYTES_PER_SECOND = 12_500_000
/**
 * Requests of one attacker. A flood that exceeds the capacity of a process stops any service and must be filtered by the
 * network. This rate is a fifth to a tenth of what one process answers.
 */
export const REQUESTS_PER_SECOND = 2_000
/** New connections of one address; usual firewalls allow far fewer. */
export const CONNECTIONS_PER_SECOND = 500
/** Headers of IPv4 and TCP, which each write takes in addition. */
const PACKET_BYTES = 40
/** Burst allowance, because timers are late on a busy machine. */
export const BURST_MS = 20

/** What left through an uplink. */
export interface Sent {
  bytes: number
  requests: number
  connections: number
}

/**
 * Token buckets over bytes and requests, and over new connections.
 * @param clock replaced by tests
 */
export function createUplink(
  clock = { now: () => performance.now(), sleep: (ms: number): Promise<unknown> => sleep(ms) },
) {
  const sent: Sent = { bytes: 0, requests: 0, connections: 0 }
  /** @returns a function that waits until the bucket is free, and occupies it for some milliseconds */
  const createBucket = () => {
    let freeAt = clock.now()
    return async (ms: number): Promise<void> => {
      const now = clock.now()
      const at = Math.max(freeAt, now - BURST_MS)
      freeAt = at + ms
      if (at > now) await clock.sleep(at - now)
    }
  }
  const takeLine = createBucket()
  // Of its own: thousands of connections that are still to be opened must not delay what is written on open ones.
  const takeConnection = createBucket()
  return {
    sent: sent as Readonly<Sent>,
    /** @param requests how many requests the bytes are, or which part of one */
    async write(bytes: number, requests: number): Promise<void> {
      await takeLine(
        Math.max(((bytes + PACKET_BYTES) / BYTES_PER_SECOND) * 1_000, (requests / REQUESTS_PER_SECOND) * 1_000),
      )
      sent.bytes += bytes + PACKET_BYTES
      sent.requests += requests
    },
    async connection(): Promise<void> {
      await takeConnection(1_000 / CONNECTIONS_PER_SECOND)
      sent.connections++
    },
  }
}
