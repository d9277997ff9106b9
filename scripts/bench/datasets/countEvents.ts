import { readLog } from '../../../testbed/records/readLog.js'

/** Counts the events of a type in the log of a data directory. */
export async function countEvents(directory: string, type: string): Promise<number> {
  let count = 0
  for await (const _ of readLog(directory, { types: new Set([type]) })) count++
  return count
}
