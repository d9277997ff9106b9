import type { Log } from '../../../../kernel/log.js'

/** Types that are named; a program that invents new ones must not fill the log. */
const MAX_TYPES = 100

/** Warns once per type of events in our streams that another program wrote. */
export function createForeignWarning(log: Log): (event: { type: string; stream: string }) => void {
  const warned = new Set<string>()
  return ({ type, stream }) => {
    if (warned.has(type) || warned.size >= MAX_TYPES) return
    warned.add(type)
    log.warn(
      { type, stream },
      "ignoring events of a type that is not mailproof's in one of its streams: another program writes to them",
    )
  }
}
