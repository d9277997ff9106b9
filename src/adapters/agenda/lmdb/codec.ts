import { datefields } from 'agenda'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { KeptJob } from '../lifecycle.js'

/** Members that are dates, which JSON stores as text. */
const DATES: ReadonlySet<string> = new Set([...datefields, 'asked'])

export const encodeJob = (job: KeptJob): string => JSON.stringify(job)

export function decodeJob(text: string): KeptJob {
  try {
    const members = Object.entries(JSON.parse(text) as Record<string, unknown>)
    return Object.fromEntries(
      members.map(([member, value]) => [member, DATES.has(member) && value ? new Date(value as string) : value]),
    ) as unknown as KeptJob
  } catch (error) {
    throw new StoreUnavailable('a job is damaged', { cause: error })
  }
}
