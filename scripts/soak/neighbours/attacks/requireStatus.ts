import type { AttackResponse } from '../attacker/tools.js'

/** Checks the response to a request that an attack needs for its preparation. @throws Error if its status differs */
export function requireStatus({ status, body }: AttackResponse, expected: number): void {
  if (status !== expected) throw new Error(`Status ${status} instead of ${expected}: ${JSON.stringify(body)}`)
}
