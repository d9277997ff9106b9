import { readFileSync } from 'node:fs'
import { perClient } from '../kernel/limits.js'

/** Maximum number of client connections: as configured, but no more than the file descriptor limit allows. */
export function connectionLimit(configured: number, descriptors = maxDescriptors()): number {
  return Math.max(1, Math.min(configured, Math.floor(descriptors * perClient.connections.descriptorShare)))
}

/** The process's limit of open files if it is known (Linux), otherwise Infinity. */
function maxDescriptors(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Infinity : Number(soft)
  } catch {
    return Infinity
  }
}
