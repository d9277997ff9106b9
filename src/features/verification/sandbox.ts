// Simulates verifications for sandbox keys.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.js'
import { Failure, RateLimited } from '../../kernel/failure.js'
import { endOfMonth, monthOf } from '../../kernel/months.js'
import { DAY_MS, MINUTE_MS } from '../../kernel/time.js'
import type { Caller } from '../accounts/index.js'
import { type Facts, withFacts } from './engine/facts.js'
import { mailboxQuestion, notAsked } from './engine/mailboxFacts.js'
import { routeInWords } from './engine/route.js'
import type { Trace } from './engine/trace.js'
import { factsOf, scenarioOf } from './sandbox/facts.js'
import { SCENARIOS, type Scenario } from './sandbox/scenarios.js'
import { dailyLimitOf } from './uncharged.js'

/** A simulated verification. */
interface SandboxOutcome {
  readonly facts: Facts
  /** Whether the verification has exceeded its timeout. */
  readonly timedOut: boolean
  /** The contribution to report if the caller shares its results. */
  readonly contributed: Scenario['contributed']
}

export interface SandboxOptions {
  readonly signal?: AbortSignal | undefined
  /** Whether the caller wants to know what the mail server says. */
  readonly mailbox?: boolean | undefined
  readonly trace?: Trace | undefined
}

/** The caller has asked for its asynchronous batch to fail. The message is shown to it. */
export class SandboxBatchFailure extends Error {
  override readonly name = 'SandboxBatchFailure'
  constructor() {
    super('This failure was requested with a sandbox key.')
  }
}

/**
 * Simulates a verification with a sandbox key: the local part selects the facts, which the normal policies then judge. A
 * tag after `+` is ignored for that.
 * @throws Failure UPSTREAM_ERROR, INTERNAL_ERROR; RateLimited
 */
export async function sandboxOutcome(
  email: string,
  limits: Pick<Caller, 'perMinute' | 'perMonth'>,
  clock: Clock,
  { signal, mailbox = false, trace }: SandboxOptions = {},
): Promise<SandboxOutcome> {
  const scenario = scenarioOf(email)
  if (scenario.fails) throw failureOf(scenario.fails, limits, clock.now())
  if (scenario.delayMs) await sleep(scenario.delayMs, undefined, { ...(signal && { signal }) })
  const simulated = factsOf(email, scenario, clock.now())
  const facts = mailbox ? withServer(simulated, clock.now()) : simulated
  if (trace) noteSteps(trace, facts)
  return { facts, timedOut: scenario.timedOut ?? false, contributed: scenario.contributed }
}

/** With what the mail server says: that the mailbox exists, unless the scenario has it otherwise or there is no server. */
function withServer(facts: Facts, now: number): Facts {
  if (facts.mailbox) return facts
  const { knownBounce } = facts
  const isAsked = !knownBounce && mailboxQuestion(facts, 'sandbox') !== undefined
  return withFacts(facts, { knownBounce, mailbox: isAsked ? { ...EXISTS, checkedAt: now } : notAsked(facts, now) })
}

const EXISTS = { result: 'exists', acceptAll: 'no', code: 250, final: true } as const

/**
 * The same for a row of an asynchronous batch, where an address that fails a whole request is unknown.
 * @param asksLater whether the batch asks mail servers once DNS has judged every row
 * @throws SandboxBatchFailure
 */
export async function sandboxRow(
  email: string,
  clock: Clock,
  { asksLater = false, ...options }: SandboxOptions & { readonly asksLater?: boolean | undefined },
): Promise<Facts> {
  const { fails, failsBatch } = scenarioOf(email)
  if (failsBatch) throw new SandboxBatchFailure()
  if (fails) return factsOf(email, SCENARIOS.timeout!, clock.now())
  const { facts } = await sandboxOutcome(email, { perMinute: 0, perMonth: 0 }, clock, options)
  return asksLater ? withFacts(facts, { knownBounce: facts.knownBounce, mailbox: undefined }) : facts
}

/** What the contribution of a row of an asynchronous batch earns, if its results are shared. */
export const sandboxContribution = (email: string): Scenario['contributed'] => scenarioOf(email).contributed

function noteSteps(trace: Trace, { parsed, routed, literalIsPublic, didYouMean }: Facts): void {
  trace.note('syntax', parsed.ok ? 'valid' : parsed.problem)
  if (didYouMean !== undefined) trace.note('typo', `did you mean ${didYouMean.slice(didYouMean.lastIndexOf('@') + 1)}?`)
  if (literalIsPublic !== undefined) trace.note('address_literal', literalIsPublic ? 'public' : 'not_public')
  if (routed) trace.note('mail_route', `${routeInWords(routed.route)} (sandbox)`)
}

const endOfDay = (now: number): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS

const REQUESTED = 'This failure was requested with a sandbox key.'

function failureOf(
  fails: NonNullable<Scenario['fails']>,
  { perMinute, perMonth }: Pick<Caller, 'perMinute' | 'perMonth'>,
  now: number,
): Failure {
  switch (fails) {
    case 'error':
      return new Failure('UPSTREAM_ERROR', REQUESTED)
    case 'internal':
      return new Failure('INTERNAL_ERROR', REQUESTED)
    case 'minute':
      return new RateLimited('This rate limit was requested with a sandbox key.', {
        scope: 'minute',
        limit: perMinute,
        resetsAt: now + MINUTE_MS,
        now,
        simulated: true,
      })
    case 'day':
      return new RateLimited('This daily limit was requested with a sandbox key.', {
        scope: 'day',
        limit: dailyLimitOf({ perMonth }),
        resetsAt: endOfDay(now),
        now,
      })
    case 'month':
      return new RateLimited('This limit of the month was requested with a sandbox key.', {
        scope: 'month',
        limit: perMonth,
        resetsAt: endOfMonth(monthOf(now)),
        now,
        figures: { used: perMonth, remaining: 0, requested: 1 },
      })
  }
}
