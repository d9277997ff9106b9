import type { Received } from '../attacker/tools.js'

/** What an attack needs before it can begin. @throws Error when it was refused */
export function requireStatus({ status, body }: Received, wanted: number): void {
  if (status !== wanted) throw new Error(`answered ${status}, not ${wanted}: ${JSON.stringify(body)}`)
}
