// When an account is told how much of its monthly quota is used.
import type { Entity } from '../../eventing/entity.js'
import { endOfMonth } from '../../kernel/months.js'
import { streamName } from '../../kernel/stream.js'
import type { LimitEvent } from './events.js'

/** Percentages of the month's quota that are told of. */
const LEVELS = [50, 70, 90, 100] as const

/** A percentage that is reached; 0 below the first. */
export type Level = 0 | (typeof LEVELS)[number]

/** The highest percentage that `used` addresses reach. All of it is also reached if nothing is allowed. */
export function levelOf(used: number, allowed: number): Level {
  if (used * 2 < allowed) return 0
  return LEVELS.findLast((level) => used * 100 >= allowed * level) ?? 0
}

/** How many more addresses have to be used until the next percentage is reached. */
export function missingToNext(used: number, allowed: number): number {
  const next = LEVELS.find((level) => used * 100 < allowed * level)
  return next === undefined ? 0 : Math.ceil((allowed * next) / 100) - used
}

/** The highest percentage that an account was told of, with the figures at that time. */
export type LimitUse = LimitEvent['data'] & { readonly percent: Exclude<Level, 0> }

/** What an account was told about one month; undefined if nothing. */
export const limitOf = (account: string, month: string): Entity<LimitUse | undefined, LimitEvent> => ({
  stream: streamName('limit', `${account}.${month}.month`),
  initial: undefined,
  evolve: (told, { type, data }) => {
    const use: LimitUse = type === 'UsageLimitReached' ? { ...data, percent: 100 } : data
    return told && told.percent > use.percent ? told : use
  },
})

interface MonthlyUse {
  readonly account: string
  readonly month: string
  readonly used: number
  readonly allowed: number
}

/** Tells of the highest percentage reached, once; not of lower ones, which were passed at the same time or before. */
export function tellOf(told: LimitUse | undefined, { account, month, used, allowed }: MonthlyUse): LimitEvent[] {
  const percent = levelOf(used, allowed)
  if (percent === 0 || percent <= (told?.percent ?? 0)) return []
  const data = { account, limit: 'month', period: month, used, allowed, reset: endOfMonth(month) / 1_000 } as const
  return percent === 100
    ? [{ type: 'UsageLimitReached', data }]
    : [{ type: 'UsageThresholdReached', data: { ...data, percent } }]
}
