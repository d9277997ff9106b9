import { readFileSync } from 'node:fs'

/** The part of the file descriptors that clients may have; stores, look-ups, webhooks and uploads need the others. */
const CLIENTS_SHARE = 0.7

/** How many clients there may be at once: as configured, and no more than the process's file descriptors allow. */
export function connectionsWithin(configured: number, descriptors = maxDescriptors()): number {
  return Math.max(1, Math.min(configured, Math.floor(descriptors * CLIENTS_SHARE)))
}

/** The process's limit of open files where the system tells it (Linux), else Infinity. */
function maxDescriptors(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Infinity : Number(soft)
  } catch {
    return Infinity
  }
}
