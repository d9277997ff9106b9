import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.js'
import { Failure, RateLimited } from '../../kernel/failure.js'
import type { Caller } from '../accounts/index.js'
import type { DomainFacts, Facts } from './engine/facts.js'
import type { MailRoute } from './engine/route.js'
import { parseMailbox } from './engine/syntax/parseMailbox.js'
import type { Trace } from './engine/trace.js'

const SLOW_MS = 1_000
const TTL_SECONDS = 3_600

const NEUTRAL: DomainFacts = {
  disposable: undefined,
  privacyRelay: false,
  free: false,
  provider: undefined,
  meant: undefined,
  reserved: false,
  major: false,
}

const DELIVERABLE: MailRoute = { kind: 'explicit', exchanges: ['mx.sandbox.invalid'] }

type Scenario = {
  readonly route?: MailRoute
  readonly domain?: Partial<DomainFacts>
  readonly role?: boolean
  readonly syntax?: false
}

const TIMEOUT: MailRoute = { kind: 'temporary', failed: 'mx', how: 'timeout', exchanges: [] }

/** The simulated outcomes by local part; every other address is deliverable. */
const SCENARIOS: { readonly [localPart: string]: Scenario } = {
  syntax: { syntax: false },
  invalid: { route: { kind: 'no_target', exchanges: ['mx.sandbox.invalid'] } },
  'no-mx': { route: { kind: 'no_records', nameExists: true } },
  'null-mx': { route: { kind: 'null_mx' } },
  nxdomain: { route: { kind: 'no_records', nameExists: false } },
  disposable: { domain: { disposable: { entry: 'sandbox', sources: ['sandbox'] } } },
  role: { role: true },
  free: { domain: { free: true } },
  typo: { domain: { meant: 'example.com' } },
  timeout: { route: TIMEOUT },
  'known-fallback': { route: TIMEOUT, domain: { major: true } },
}

const localPartOf = (email: string): string => email.slice(0, Math.max(0, email.lastIndexOf('@'))).toLowerCase()

/**
 * Simulated facts for a sandbox key, which the normal policies then judge.
 * @throws Failure UPSTREAM_ERROR for `error`, RateLimited for `rate-limited`
 */
export async function sandboxFacts(
  email: string,
  { perMinute }: Pick<Caller, 'perMinute'>,
  clock: Clock,
  { signal, trace }: { signal?: AbortSignal | undefined; trace?: Trace | undefined } = {},
): Promise<Facts> {
  const localPart = localPartOf(email)
  if (localPart === 'error') throw new Failure('UPSTREAM_ERROR', 'This failure was requested with a sandbox key.')
  if (localPart === 'rate-limited') throw sandboxLimit(perMinute, clock.now())
  if (localPart === 'slow') await sleep(SLOW_MS, undefined, { ...(signal && { signal }) })
  const scenario = Object.hasOwn(SCENARIOS, localPart) ? SCENARIOS[localPart]! : {}
  const parsed = scenario.syntax === false ? ({ ok: false, problem: 'local_character' } as const) : parseMailbox(email)
  const domain = { ...NEUTRAL, ...scenario.domain }
  const route = scenario.route ?? DELIVERABLE
  trace?.note('syntax', parsed.ok ? 'valid' : parsed.problem)
  if (parsed.ok) trace?.note('mail_route', `${route.kind} (sandbox)`)
  return {
    email,
    parsed,
    domain: parsed.ok ? domain : undefined,
    role: parsed.ok && (scenario.role ?? false),
    patterns: [],
    routed: parsed.ok ? { route, checkedAt: clock.now(), ttl: TTL_SECONDS } : undefined,
    literalIsPublic: undefined,
    provider: undefined,
    didYouMean: parsed.ok && domain.meant ? `${parsed.mailbox.local}@${domain.meant}` : undefined,
  }
}

const sandboxLimit = (limit: number, now: number) =>
  new RateLimited('This rate limit was requested with a sandbox key.', {
    scope: 'minute',
    limit,
    retryAfter: 60,
    reset: Math.ceil(now / 1_000) + 60,
  })
