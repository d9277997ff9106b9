// A phase of a command's work, and the words for how much is done, how fast, and how long it still takes.
import type { ThroughputMeter } from './throughputMeter.js'
import { duration } from './words.js'

/** How a phase is described. */
export interface PhaseWords {
  /** `uploading` */
  readonly doing: string
  /** Undefined: of the phase only the share is known. */
  readonly amount?: (value: number) => string
  /** Singular: `row`; undefined if the amount includes the unit. */
  readonly noun?: string
}

/** A phase in progress. */
export interface PhaseState {
  readonly words: PhaseWords
  /** 0 if unknown. */
  readonly total: number
  readonly meter: ThroughputMeter
  done: number
  /** Why there is no progress at present. */
  note: string | undefined
}

/** Completed share in percent, rounded down, so that 100 means complete; undefined without a total. */
export const percentageOf = ({ done, total }: PhaseState): number | undefined =>
  total > 0 ? Math.floor((Math.min(done, total) / total) * 100) : undefined

/** `12,000 of 20,000 rows`; undefined if only the share is known. */
export function amountText({ words: { amount, noun }, done, total }: PhaseState): string | undefined {
  if (!amount) return undefined
  const of = total > 0 ? ` of ${amount(total)}` : ''
  return `${amount(done)}${of}${unit(noun, total > 0 ? total : done)}`
}

/** `verifying 12,000 of 20,000 rows` */
export function doingText(phase: PhaseState): string {
  const amount = amountText(phase)
  return amount === undefined ? phase.words.doing : `${phase.words.doing} ${amount}`
}

/** `8,000 rows/s`; undefined if unknown. */
export function rateText({ words: { amount, noun }, meter }: PhaseState): string | undefined {
  const rate = meter.perSecond()
  return rate === undefined || !amount ? undefined : `${amount(rate)}${unit(noun, rate)}/s`
}

/** `1 s left`; undefined if unknown. */
export function timeLeftText({ meter, total }: PhaseState): string | undefined {
  const left = total > 0 ? meter.millisecondsLeft(total) : undefined
  return left === undefined ? undefined : `${duration(left)} left`
}

/** Parts of a line, separated by commas; parts that are unknown are left out. */
export const joinParts = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(', ')

const unit = (noun: string | undefined, value: number): string => {
  if (noun === undefined) return ''
  return Math.round(value) === 1 ? ` ${noun}` : ` ${noun}s`
}
