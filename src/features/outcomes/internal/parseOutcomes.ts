// Reads outcomes as a caller reports them.
import { Failure } from '../../../kernel/failure.js'
import { MOMENT_WORDS, parseMoment, startOfMoment } from '../../../kernel/moment.js'
import { DAY_MS } from '../../../kernel/time.js'
import { CLOCK_SKEW_MS } from '../decide.js'
import type { OutcomeKind } from '../events.js'

/** Outcomes older than this say nothing about today. */
const MAX_AGE_DAYS = 730

/** An outcome in the words of the API. */
export interface OutcomeInput {
  readonly email?: string | undefined
  /** The `X-Request-ID` of the verification. */
  readonly requestId?: string | undefined
  /** Index of the address in a synchronous batch. */
  readonly row?: number | undefined
  readonly outcome: 'confirmed' | 'delivered' | 'engaged' | 'complained' | 'bounced'
  readonly bounceType?: 'hard' | 'soft' | undefined
  /** RFC 3339, or a UTC date, which stands for its end; default: now. */
  readonly at?: string | undefined
}

export interface ParsedOutcome extends Pick<OutcomeInput, 'email' | 'requestId' | 'row'> {
  readonly kind: OutcomeKind
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly dated: boolean
}

interface Problem {
  readonly path: string
  readonly message: string
}

/** @throws Failure VALIDATION_ERROR that names every outcome that cannot be read; it repeats no address */
export function parseOutcomes(outcomes: readonly OutcomeInput[], now: number): ParsedOutcome[] {
  const problems: Problem[] = []
  const parsed = outcomes.map((input, index) => {
    const refuse = (member: string, message: string) =>
      void problems.push({
        path: `/outcomes/${index}/${member}`,
        message: `\`outcomes[${index}].${member}\` ${message}`,
      })
    return parseOutcome(input, now, refuse)
  })
  if (problems.length === 0) return parsed
  throw new Failure('VALIDATION_ERROR', `${problems[0]!.message}.`, { problems })
}

function parseOutcome(
  { email, requestId, row, outcome, bounceType, at: text }: OutcomeInput,
  now: number,
  refuse: (member: string, message: string) => void,
): ParsedOutcome {
  if (email === undefined && requestId === undefined) refuse('email', 'is missing; an outcome needs it or `request_id`')
  if (row !== undefined && requestId === undefined) refuse('row', 'needs `request_id`, that of the batch')
  if (outcome === 'bounced' && bounceType === undefined) refuse('bounce_type', 'is missing; it must be hard or soft')
  if (outcome !== 'bounced' && bounceType !== undefined) refuse('bounce_type', 'is for bounces only')
  const at = text === undefined ? now : timeOf(text, now)
  const problem = at === undefined ? MOMENT_WORDS : problemOfTime(at, now)
  if (problem !== undefined) refuse('at', problem)
  const kind = outcome === 'bounced' ? (`bounced_${bounceType ?? 'hard'}` as const) : outcome
  return { email, requestId, row, kind, at: at ?? now, dated: text !== undefined }
}

/** Why nothing can have happened to an address at a time, as the words after its name; undefined if it can. */
export function problemOfTime(at: number, now: number): string | undefined {
  if (at > now + CLOCK_SKEW_MS) return 'must not be in the future'
  return at < now - MAX_AGE_DAYS * DAY_MS ? `must be at most ${MAX_AGE_DAYS} days ago` : undefined
}

/** A day stands for its end, or for now: what happened on it is then not before a verification on the same day. */
function timeOf(text: string, now: number): number | undefined {
  const moment = parseMoment(text)
  if (moment?.kind !== 'date') return moment?.at
  const start = startOfMoment(moment)
  return start > now ? start : Math.min(start + DAY_MS - 1, now)
}
