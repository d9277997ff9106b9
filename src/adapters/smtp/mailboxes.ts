// Whether mailboxes exist, as mail servers say: questions are asked once, in turn, and within budgets.
import type { Clock } from '../../kernel/clock.js'
import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { mailboxChecks, windowKey } from '../../kernel/limits.js'
import { pauseAfter } from '../../kernel/mailboxTerms.js'
import { type DocumentStore, isUnavailable } from '../../kernel/ports/documentStore.js'
import type { Limiter } from '../../kernel/ports/limiter.js'
import type { MailboxAnswer, MailboxCause, Mailboxes, MailboxQuestion, SelfTest } from '../../kernel/ports/mailboxes.js'
import type { KnownMailbox, MailboxMemory } from '../../kernel/ports/mailboxMemory.js'
import type { Resolver } from '../../kernel/ports/resolver.js'
import { DAY_MS } from '../../kernel/time.js'
import { createAddressFilter } from '../outbound/addressFilter.js'
import { type Conversation, createConversations } from './conversations.js'
import { createInquiry, type Outcome } from './inquiry.js'
import { type Claim, createClaims } from './manners/claims.js'
import type { GateLimits } from './manners/gate.js'
import { createGateRecords, type GateRecord, type GateRecords } from './manners/gateRecords.js'
import { createGates, type Gates, type Sharing } from './manners/gates.js'
import { createPauses } from './manners/pauses.js'
import { keysOf, operatorOf } from './operators.js'
import { TIMEOUTS_MS, type Timeouts } from './protocol/session.js'
import type { Route } from './transport/connect.js'

/** Who we are, and how servers are reached. */
interface Identity extends Route {
  readonly ehloName: string
  /** In MAIL FROM, which may be empty. */
  readonly sender: string
}

export interface MailboxesOptions {
  readonly identity: Identity
  readonly resolver: Pick<Resolver, 'a' | 'aaaa'>
  /** Ranges in CIDR notation that may be connected to although they are not public. */
  readonly allowedSubnets: readonly string[]
  /** Default: those of `mailboxChecks.operator`. */
  readonly limits?: GateLimits
  readonly perDay?: { readonly account: number; readonly installation: number }
  /** How long servers may take; default: TIMEOUTS_MS. */
  readonly timeouts?: Timeouts
  /** Counts the budgets. */
  readonly limiter: Limiter
  readonly memory: MailboxMemory
  /** Where processes tell each other what they do and have done; undefined if this one is, and was, the only one. */
  readonly sharing?: SharingOptions | undefined
  /** Tests whether this installation may ask; called at start and again and again. */
  readonly test: (signal: AbortSignal) => Promise<SelfTest>
  readonly clock: Clock
  readonly now?: () => number
  /** Called for each question that was not answered from memory. */
  readonly onAnswer?: (answer: MailboxAnswer, durationMs: number) => void
}

export interface SharingOptions {
  readonly documents: DocumentStore
  /** Id of a document, by what it is about: the name of a domain may be personal data. */
  readonly idOf: (text: string) => string
  /** Id of this process. */
  readonly holder: string
  /** Whether no other process is alive: then it is about processes before this one. */
  readonly isAlone: boolean
  /** Shared by all processes. */
  readonly clock: Clock
}

/** A question that waits for its turn, or is being asked. Many wait: it is no more than this. */
interface Asked {
  readonly question: MailboxQuestion
  callers: readonly Caller[]
}

/** Somebody who waits for the answer. */
interface Caller {
  readonly resolve: (answer: MailboxAnswer | Promise<MailboxAnswer>) => void
  /** Ends the wait. */
  readonly timer: NodeJS.Timeout
}

const NOBODY: readonly Caller[] = []

/** The collections of what processes do and have done at gates, and of the mailboxes that they ask about. */
export const MAILBOX_GATES = 'mailbox_gates'
const MAILBOX_CLAIMS = 'mailbox_claims'

/** Opens no connection but those of the self-test before the first question. */
export function createMailboxes(options: MailboxesOptions): Mailboxes {
  const { identity, resolver, allowedSubnets, limiter, sharing, memory, clock, onAnswer } = options
  const {
    timeouts = TIMEOUTS_MS,
    limits = mailboxChecks.operator,
    perDay = mailboxChecks.perDay,
    now = () => performance.now(),
  } = options
  /** Ends the self-test. */
  const stopping = new AbortController()
  /** Of the questions that are under way. A signal for all of them would take longer with each that listens. */
  const stops = new Set<AbortController>()
  const problemOf = createAddressFilter(allowedSubnets)
  const gates: Gates<Conversation> = createGates({ limits, now }, sharing && ((): Sharing => records!))
  const pauses = createPauses()
  const records: GateRecords | undefined =
    sharing &&
    createGateRecords({
      ...sharing,
      collection: sharing.documents.collection<GateRecord>({ name: MAILBOX_GATES }),
      gates,
      pauses,
      now,
    })
  const claims =
    sharing &&
    createClaims({
      ...sharing,
      collection: sharing.documents.collection<Claim>({ name: MAILBOX_CLAIMS }),
      clock,
    })
  const sessions = createFairSemaphore(mailboxChecks.sessions)
  const preparing = createFairSemaphore(mailboxChecks.preparing)
  const conversations = createConversations({
    route: identity,
    ehloName: identity.ehloName,
    gates,
    sessions,
    timeouts,
    now,
  })
  const inquire = createInquiry({
    resolver,
    isForbidden: (address) => problemOf(address) !== undefined,
    sender: identity.sender,
    conversations,
    pauses,
    records,
    clock,
  })
  const selfTest = repeatTest(options.test, stopping.signal)
  /** By mailbox: whoever else asks waits for the same answer. */
  const asked = new Map<string, Asked>()
  /** Called when the last of them has ended. */
  let onIdle: (() => void) | undefined

  const notAsked = (
    question: MailboxQuestion,
    cause: MailboxCause,
    retryAt: number,
    result: 'not_checked' | 'blocked_here' = 'not_checked',
  ): MailboxAnswer => ({
    result,
    cause,
    acceptAll: 'unknown',
    operator: operatorOf(question.exchanges[0] ?? question.domain),
    checkedAt: clock.now(),
    final: false,
    retryAt,
  })

  /** When a budget allows the next question; undefined if one was taken. An account does not pay for what all may not ask. */
  async function budgetEndsAt(account: string): Promise<number | undefined> {
    const hitAll = (hits?: number) => limiter.hit(windowKey('mailbox_all', 'all'), perDay.installation, DAY_MS, hits)
    const { remaining, resetsAt } = await hitAll(0)
    if (remaining === 0) return resetsAt
    const own = await limiter.hit(windowKey('mailbox', account), perDay.account, DAY_MS)
    if (!own.allowed) return own.resetsAt
    const all = await hitAll()
    return all.allowed ? undefined : all.resetsAt
  }

  /** Only so many questions are prepared at a time: the others have nothing but a place in a queue. */
  function begin(question: MailboxQuestion): Asked {
    const one: Asked = { question, callers: NOBODY }
    asked.set(question.canonical, one)
    preparing.enter(question.account, () => void prepare(one))
    return one
  }

  /** Gives its turn back when it has to wait at a gate, or has its answer. */
  async function prepare(one: Asked): Promise<void> {
    const { account, canonical } = one.question
    let isPreparing = true
    const waits = () => {
      if (isPreparing) preparing.release(account)
      isPreparing = false
    }
    const answered = answer(one.question, waits)
    await answered.catch(() => undefined)
    waits()
    asked.delete(canonical)
    for (const { resolve, timer } of one.callers) {
      clearTimeout(timer)
      resolve(answered)
    }
    if (asked.size === 0) onIdle?.()
  }

  async function answer(question: MailboxQuestion, waits: () => void): Promise<MailboxAnswer> {
    const { canonical, domain } = question
    let known: KnownMailbox
    try {
      known = await memory.recall(canonical, domain, clock.now())
    } catch {
      // Whatever is wrong with the memory, nobody is asked without it.
      return notAsked(question, 'waiting', clock.now() + STORE_RETRY_MS)
    }
    return known.answer ?? (await ask(question, known, waits))
  }

  async function ask(question: MailboxQuestion, known: KnownMailbox, waits: () => void): Promise<MailboxAnswer> {
    const { families, at } = await selfTest.latest()
    if (stopping.signal.aborted) return notAsked(question, 'stopping', clock.now())
    if (families.length === 0)
      return notAsked(question, 'selftest', at + mailboxChecks.selfTest.afterFailureMs, 'blocked_here')
    if (gates.waiting >= mailboxChecks.question.waiting)
      return notAsked(question, 'waiting', clock.now() + waitMs(question))
    const stop = new AbortController()
    stops.add(stop)
    const startedAt = now()
    try {
      const { isAsked, retryAt, ...outcome }: Outcome = await inquire(question, {
        families,
        known,
        // While the store of the budgets does not answer, nobody is asked.
        claim: claims && {
          take: () => claims.take(question.canonical, known.answeredAt),
          giveBack: () => claims.giveBack(question.canonical),
        },
        budgetEndsAt: () => budgetEndsAt(question.account).catch(() => clock.now() + STORE_RETRY_MS),
        waitsUntil: startedAt + mailboxChecks.question.maxWaitMs,
        waits,
        stopping: stop.signal,
      }).catch((error: unknown) => {
        // While the processes cannot hear of each other, nobody is asked.
        if (!isUnavailable(error)) throw error
        return { ...notAsked(question, 'waiting', clock.now() + STORE_RETRY_MS), isAsked: false }
      })
      const pauseMs = isAsked ? pauseAfter(known.attempts + 1) : waitMs(question)
      const answer = outcome.final ? outcome : { ...outcome, retryAt: retryAt ?? clock.now() + pauseMs }
      if (isAsked) await memory.remember(question.canonical, question.domain, answer)
      onAnswer?.(answer, now() - startedAt)
      return answer
    } finally {
      stops.delete(stop)
    }
  }

  /** How long a question would take that begins now, as far as can be said. */
  const waitMs = ({ exchanges, account }: MailboxQuestion): number => {
    const [exchange = ''] = exchanges
    return (
      MIN_WAIT_MS + Math.ceil(gates.waitMs({ keys: keysOf(exchange, []), account, recipients: 2, route: exchange }))
    )
  }

  const late = (resolve: Caller['resolve'], question: MailboxQuestion): void =>
    resolve(notAsked(question, 'waiting', clock.now() + waitMs(question)))

  return {
    check(question, waitAtMostMs) {
      if (stopping.signal.aborted) return Promise.resolve(notAsked(question, 'stopping', clock.now()))
      return new Promise((resolve) => {
        const one = asked.get(question.canonical) ?? begin(question)
        const timer = setTimeout(late, waitAtMostMs, resolve, question)
        one.callers = [{ resolve, timer } as Caller].concat(one.callers)
      })
    },
    selfTest: selfTest.report,
    load: () => ({ sessions: conversations.open, waiting: gates.waiting, paused: pauses.count(clock.now()) }),
    async close() {
      stopping.abort()
      for (const stop of stops) stop.abort()
      gates.stop()
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve
        if (asked.size === 0) resolve()
      })
      await Promise.allSettled([conversations.stop(), idle, selfTest.ended()])
      claims?.close()
      await records?.close()
    },
  }
}

const STORE_RETRY_MS = 30_000
/** Time to connect and ask. */
const MIN_WAIT_MS = 2_000

/** Repeats the self-test until the signal aborts: sooner after a failure. */
function repeatTest(test: (signal: AbortSignal) => Promise<SelfTest>, signal: AbortSignal) {
  const { everyMs, afterFailureMs } = mailboxChecks.selfTest
  let report: SelfTest | undefined
  let timer: NodeJS.Timeout | undefined
  let running = run()

  async function run(): Promise<SelfTest> {
    report = await test(signal)
    if (signal.aborted) return report
    const pauseMs = report.families.length > 0 ? everyMs : afterFailureMs
    timer = setTimeout(() => {
      running = run()
    }, pauseMs).unref()
    return report
  }
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })

  return {
    report: () => report,
    /** Waits for the first one. */
    latest: async () => report ?? (await running),
    ended: () => running,
  }
}
