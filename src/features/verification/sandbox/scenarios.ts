import type { WebhookEventKind } from '../../webhooks/events.js'
import type { Concern, DomainFacts, FromPool, MailboxFacts, Pattern } from '../engine/facts.js'
import type { MailRoute } from '../engine/route.js'
import type { V1Result } from '../result.js'

/** A simulated outcome: what differs from a deliverable address. docs/sandbox.md describes each for callers. */
export interface Scenario {
  readonly route?: MailRoute
  readonly domain?: Partial<DomainFacts>
  readonly role?: true
  readonly patterns?: readonly Pattern[]
  readonly concerns?: readonly Concern[]
  readonly fromPool?: FromPool
  /** The account has reported that mail to it bounces. */
  readonly knownBounce?: true
  /** What the mail server says, whether the caller asked or not. It answers `exists` where nothing else is said. */
  readonly mailbox?: Omit<MailboxFacts, 'checkedAt'>
  /** The local part is not valid. */
  readonly syntax?: false
  /** The domain was probably mistyped. */
  readonly typo?: true
  /** The verification does not finish within its timeout. */
  readonly timedOut?: true
  /** Milliseconds before the answer. */
  readonly delayMs?: number
  /** How a call with `share_signals` contributes. */
  readonly contributed?: NonNullable<V1Result['contributed']>
  /** The whole request fails with this; a row of an asynchronous batch is unknown instead. */
  readonly fails?: 'error' | 'internal' | 'minute' | 'day' | 'month'
  /** An asynchronous batch that contains the address fails. */
  readonly failsBatch?: true
  /** An asynchronous batch that contains the address also notifies its `webhook_url` of this. */
  readonly notifies?: Exclude<WebhookEventKind, 'bulk.completed'>
}

const EXCHANGES = ['mx.sandbox.invalid']
const TIMEOUT: MailRoute = { kind: 'temporary', failed: 'mx', how: 'timeout', exchanges: [] }

export const DELIVERABLE = { kind: 'explicit', exchanges: EXCHANGES } as const satisfies MailRoute

const SANDBOX_ENTRY = { entry: 'sandbox', sources: ['sandbox'] }

/** By local part; every other address is deliverable. */
export const SCENARIOS: { readonly [localPart: string]: Scenario } = {
  // Routes
  valid: {},
  'implicit-mx': { route: { kind: 'implicit' } },
  'parked-domain': { route: { kind: 'implicit', parked: true } },
  'blackhole-mx': { route: { ...DELIVERABLE, blackHole: true } },
  'known-bounce': { knownBounce: true },
  'no-such-mailbox': {
    mailbox: { result: 'no_such_mailbox', acceptAll: 'no', code: 550, enhancedCode: '5.1.1', final: true },
  },
  'mailbox-full': {
    mailbox: { result: 'full', acceptAll: 'unknown', code: 452, enhancedCode: '4.2.2', final: true },
  },
  'accept-all': { mailbox: { result: 'accept_all', acceptAll: 'yes', code: 250, final: true } },
  greylisted: {
    mailbox: {
      result: 'greylisted',
      acceptAll: 'unknown',
      code: 451,
      enhancedCode: '4.7.1',
      final: false,
      ttlHintSeconds: 300,
    },
  },
  syntax: { syntax: false },
  nxdomain: { route: { kind: 'no_records', nameExists: false } },
  'no-mx': { route: { kind: 'no_records', nameExists: true } },
  'null-mx': { route: { kind: 'null_mx' } },
  invalid: { route: { kind: 'no_target', exchanges: EXCHANGES } },
  'not-public': { route: { kind: 'not_public', exchanges: EXCHANGES } },
  reserved: { domain: { reserved: true } },
  // DNS failures
  timeout: { route: TIMEOUT },
  'dns-error': { route: { ...TIMEOUT, how: 'error', code: 'SERVFAIL' } },
  'target-timeout': { route: { ...TIMEOUT, failed: 'address', exchanges: EXCHANGES } },
  'address-timeout': { route: { ...TIMEOUT, failed: 'address' } },
  'known-fallback': { route: TIMEOUT, domain: { major: true } },
  // Facts that do not depend on the route
  disposable: { domain: { disposable: SANDBOX_ENTRY } },
  'privacy-relay': { domain: { privacyRelay: true } },
  'denied-by-operator': { domain: { disposable: SANDBOX_ENTRY, operator: { list: 'deny', entry: 'sandbox' } } },
  'allowed-by-operator': { domain: { operator: { list: 'allow', entry: 'sandbox' } } },
  role: { role: true },
  free: { domain: { free: true, provider: 'gmail' } },
  typo: { typo: true },
  'probable-typo': { typo: true },
  'role-account': { role: true },
  confusable: { concerns: ['confusable'] },
  'impossible-at-provider': { concerns: ['impossible_at_provider'] },
  'routed-local-part': { concerns: ['routed_local_part'] },
  'quoted-local-part': { concerns: ['quoted_local_part'] },
  'smtputf8-required': { concerns: ['smtputf8_required'] },
  temporary: { patterns: ['temporary'] },
  'developer-test': { patterns: ['developer_test'] },
  'system-email': { patterns: ['system_email'] },
  'development-env': { patterns: ['development_env'] },
  'ci-cd': { patterns: ['ci_cd'] },
  // The signal pool
  'from-pool': { fromPool: { confidence: 0.8765, validations: 12 } },
  'first-contribution': { contributed: { credits: 2, unique: true } },
  contribution: { contributed: { credits: 1, unique: false } },
  // Time, failures and limits
  slow: { delayMs: 1_000 },
  'upstream-timeout': { route: TIMEOUT, timedOut: true },
  error: { fails: 'error' },
  'internal-error': { fails: 'internal' },
  'rate-limited': { fails: 'minute' },
  'daily-limit': { fails: 'day' },
  'quota-exceeded': { fails: 'month' },
  'batch-failure': { failsBatch: true },
  // Webhooks
  'verification-completed': { notifies: 'verification.completed' },
  'usage-limit-reached': { notifies: 'usage.limit_reached' },
}
