// One question about one mailbox: which exchanges are asked, in what order, and what follows from what they say.
import type { Clock } from '../../kernel/clock.js'
import { pauseAfter } from '../../kernel/mailboxTerms.js'
import { isUnavailable } from '../../kernel/ports/documentStore.js'
import type { MailboxAnswer, MailboxCause, MailboxQuestion, MailboxResult } from '../../kernel/ports/mailboxes.js'
import type { KnownMailbox } from '../../kernel/ports/mailboxMemory.js'
import type { Resolver } from '../../kernel/ports/resolver.js'
import type { Conversations } from './conversations.js'
import type { Claimed } from './manners/claims.js'
import type { GateRecords } from './manners/gateRecords.js'
import type { Manner, Pauses } from './manners/pauses.js'
import { keysOf, operatorOf } from './operators.js'
import { type Finding, recipientsOf } from './probe.js'
import { Interrupted } from './protocol/channel.js'
import { providerOf } from './replies/providers.js'
import { TABLE_VERSION } from './replies/table.js'
import { addressesOf } from './transport/addresses.js'

export interface InquiryOptions {
  readonly resolver: Pick<Resolver, 'a' | 'aaaa'>
  readonly isForbidden: (address: string) => boolean
  readonly sender: string
  readonly conversations: Conversations
  readonly pauses: Pauses
  /** What the other processes know. Undefined if there are none, and none before. */
  readonly records: Pick<GateRecords, 'load' | 'pause'> | undefined
  readonly clock: Clock
}

/** An answer, before it is decided when to ask again. */
export type Outcome = Omit<MailboxAnswer, 'retryAt'> & {
  readonly retryAt?: number
  /** Whether it comes from an attempt to ask a server now. */
  readonly isAsked: boolean
}

/** What one exchange says. */
interface Asked {
  readonly outcome: Outcome
  /** The next exchange may be asked. */
  readonly goOn: boolean
  /** The key of an operator whose exchange did not answer. */
  readonly unreached?: string | undefined
}

/** Exchanges of a domain that are tried. */
const MAX_EXCHANGES = 4

/** Results that another attempt on the same day would not change. */
const FINAL: ReadonlySet<MailboxResult> = new Set([
  'exists',
  'no_such_mailbox',
  'full',
  'disabled',
  'accept_all',
  'unverifiable',
])
/** For so long it is not read again what other processes know of a domain. */
const LOADED_MS = 1_000
const ACCEPTED: ReadonlySet<MailboxResult> = new Set(['exists', 'accept_all'])
/** Pauses that a server states are believed within these bounds, in milliseconds. */
const STATED = { min: 60_000, max: 4 * 3_600_000 }

/** The claim of the mailbox in question. */
interface MailboxClaim {
  take(): Promise<Claimed | undefined>
  giveBack(): Promise<void>
}

export type Inquiry = (question: MailboxQuestion, circumstances: Circumstances) => Promise<Outcome>

interface Circumstances {
  /** Versions of IP that servers are asked over. */
  readonly families: readonly (4 | 6)[]
  readonly known: KnownMailbox
  /** Takes the question from the budgets. @returns when they allow the next one, milliseconds since the epoch; undefined if they allow it */
  readonly budgetEndsAt: () => Promise<number | undefined>
  /** Claims the mailbox, before it is named. */
  readonly claim: MailboxClaim | undefined
  /** When the wait for a turn ends, monotonic milliseconds. */
  readonly waitsUntil: number
  /** Called when that wait begins. */
  readonly waits: () => void
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal
}

/** Those of one exchange. */
interface Attempt extends Circumstances {
  /** Called before the mailbox is named. */
  readonly names: () => void
}

export function createInquiry(options: InquiryOptions): Inquiry {
  const { resolver, isForbidden, sender, conversations, pauses, records, clock } = options

  /** What a pause answers; undefined if none of the keys is paused. */
  function pausedOutcome(keys: readonly string[], operator: string): Outcome | undefined {
    const pause = pauses.of(keys, clock.now())
    return pause && { ...unanswered(pause.result, operator, 'paused'), retryAt: pause.until }
  }

  /** What is known of a mailbox that another process asks about, or was asking about when it was killed. */
  const claimedOutcome = ({ isAsking, until }: Claimed, operator: string): Outcome => ({
    ...(isAsking ? unanswered('not_checked', operator, 'waiting') : unanswered('temporary', operator, 'connection')),
    retryAt: until,
  })

  const unaddressed = (problem: 'none' | 'temporary', operator: string): Outcome =>
    problem === 'none'
      ? unanswered('unverifiable', operator, 'no_address')
      : { ...unanswered('temporary', operator, 'no_address'), retryAt: clock.now() + pauseAfter(1) }

  const unanswered = (result: MailboxResult, operator: string, cause?: MailboxCause, isAsked = false): Outcome => ({
    isAsked,
    result,
    ...(cause !== undefined && { cause }),
    acceptAll: result === 'accept_all' ? 'yes' : 'unknown',
    operator,
    checkedAt: clock.now(),
    final: FINAL.has(result),
  })

  function outcomeOf(finding: Finding, operator: string, keys: readonly string[]): Outcome {
    const { result, cause, acceptAll, code, enhancedCode, statedMs } = finding
    const paused = pausedOutcome(keys, operator)
    const stated = statedMs === undefined ? undefined : Math.min(Math.max(statedMs, STATED.min), STATED.max)
    const retryAt = paused?.retryAt ?? (stated === undefined ? undefined : clock.now() + stated)
    const final = FINAL.has(result)
    return {
      isAsked: true,
      result,
      ...(cause !== undefined && { cause }),
      acceptAll,
      ...(code !== undefined && { code, table: TABLE_VERSION }),
      ...(enhancedCode !== undefined && { enhancedCode }),
      operator,
      checkedAt: clock.now(),
      final,
      ...(!final && retryAt !== undefined && { retryAt }),
    }
  }

  /** Remembers how a server took a question. A refusal of one domain's recipients says little about the operator's others. */
  async function noteManner(finding: Finding, domainKey: string, keys: readonly string[]): Promise<void> {
    const { manner, stage, result, statedMs } = finding
    const isOfDomain = manner === 'refused' && (stage === 'recipient' || stage === 'random')
    const noted = keys.map((key) => [key, isOfDomain ? 'busy' : manner] as const)
    await note(isOfDomain ? [...noted, [domainKey, 'refused']] : noted, result, statedMs)
  }

  /** The other processes hear of it before anybody hears the answer. While they cannot, this process knows. */
  async function note(
    noted: readonly (readonly [string, Manner])[],
    result: MailboxResult,
    statedMs?: number,
  ): Promise<void> {
    const changed = noted.filter(([key, manner]) => pauses.note(key, manner, result, clock.now(), statedMs))
    if (changed.length > 0) await records?.pause(changed.map(([key]) => key)).catch(() => undefined)
  }

  /** Asks one exchange. */
  async function askExchange(
    exchange: string,
    question: MailboxQuestion,
    { families, known, budgetEndsAt, claim, waitsUntil, waits, names, stopping }: Attempt,
  ): Promise<Asked> {
    const { local, domain, account } = question
    const operator = operatorOf(exchange)
    const domainKey = `domain:${domain}`
    const policy = providerOf(exchange)?.policy
    if (policy === 'accepts_every_recipient')
      return { outcome: unanswered('unverifiable', operator, 'provider'), goOn: false }
    const found = await addressesOf(exchange, { resolver, isForbidden, families })
    if ('problem' in found) return { outcome: unaddressed(found.problem, operator), goOn: true }
    const keys = keysOf(exchange, found.addresses)
    const paused = () => pausedOutcome([domainKey, ...keys], operator)
    await records?.load([domainKey, ...keys])
    const pausedNow = paused()
    if (pausedNow) return { outcome: pausedNow, goOn: false }
    const loadedAt = clock.now()
    const resetsAt = await budgetEndsAt()
    if (resetsAt !== undefined)
      return { outcome: { ...unanswered('not_checked', operator, 'budget'), retryAt: resetsAt }, goOn: false }
    const { acceptAll } = known
    const recipients = recipientsOf({ policy, acceptAll })
    let claimed: Claimed | undefined
    const asked = { operator, local, domain, sender, policy, acceptAll }
    try {
      const { addresses } = found
      const finding = await conversations.ask({
        exchange,
        addresses,
        keys,
        account,
        recipients,
        question: asked,
        waits,
        async mayStart() {
          if (clock.now() - loadedAt > LOADED_MS) await records?.load([domainKey])
          if (paused()) return false
          claimed = await claim?.take()
          return !claimed
        },
        names,
        waitsUntil,
        stopping,
      })
      if (!finding) {
        const outcome = claimed ? claimedOutcome(claimed, operator) : paused()
        return { outcome: outcome ?? unanswered('not_checked', operator, 'waiting'), goOn: false }
      }
      await noteManner(finding, domainKey, keys)
      // A refusal is not evaded through another exchange.
      const goOn = finding.elsewhere === true || (finding.stage === 'greeting' && finding.result === 'temporary')
      return { outcome: outcomeOf(finding, operator, [domainKey, ...keys]), goOn }
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error
      const cause = error.how === 'tls' ? 'connection' : error.how
      if (cause === 'stopping') return { outcome: unanswered('not_checked', operator, cause), goOn: false }
      return { outcome: unanswered('temporary', operator, cause, true), goOn: true, unreached: keys[0] }
    }
  }

  /** Asks one exchange after the other, until what they say is enough. */
  async function askInTurn(
    { exchanges, domain }: MailboxQuestion,
    ask: (exchange: string) => Promise<Asked>,
  ): Promise<Outcome> {
    let first: Outcome | undefined
    const unreached: string[] = []
    for (const [at, exchange] of exchanges.slice(0, MAX_EXCHANGES).entries()) {
      const { outcome, goOn, unreached: key } = await ask(exchange)
      if (key !== undefined) unreached.push(key)
      if (goOn) {
        // As long as one of them may still answer, nothing is final.
        if (!first || (first.final && !outcome.final)) first = outcome
        continue
      }
      const other = anotherOperator(exchanges.slice(at + 1), outcome.operator)
      if (other === undefined || (outcome.result !== 'no_such_mailbox' && outcome.result !== 'disabled')) return outcome
      // Where several operators serve a domain, one that refuses must not be contradicted by another.
      const second = await ask(other)
      return ACCEPTED.has(second.outcome.result) || second.outcome.cause === 'no_contrast'
        ? unanswered('unverifiable', outcome.operator, 'contradiction', true)
        : outcome
    }
    await note(
      unreached.map((key) => [key, 'busy']),
      'temporary',
    )
    return first ?? unanswered('unverifiable', domain, 'no_address')
  }

  return async function inquire(question, circumstances) {
    const { acceptAll, acceptAllAt } = circumstances.known
    if (acceptAll === 'yes')
      return { ...unanswered('accept_all', operatorOf(question.exchanges[0]!)), checkedAt: acceptAllAt ?? clock.now() }
    const { budgetEndsAt, claim } = circumstances
    let isNamed = false
    let asked: Outcome | undefined
    const attempt: Attempt = {
      ...circumstances,
      budgetEndsAt: onlyOnce(budgetEndsAt),
      claim: claim && { ...claim, take: onlyOnce(claim.take) },
      names: () => {
        isNamed = true
      },
    }
    const ask = async (exchange: string): Promise<Asked> => {
      const said = await askExchange(exchange, question, attempt)
      if (said.outcome.isAsked) asked = said.outcome
      return said
    }
    let outcome: Outcome
    try {
      outcome = await askInTurn(question, ask)
    } catch (error) {
      if (!asked || !isUnavailable(error)) throw error
      return asked
    }
    if (outcome.cause === 'stopping' && !isNamed) await claim?.giveBack().catch(() => undefined)
    // An attempt is remembered, whatever kept the next exchange from being asked: nothing else settles the claim.
    if (outcome.isAsked || !asked) return outcome
    return outcome.final ? { ...outcome, isAsked: true } : { ...asked, ...retryOf(outcome) }
  }
}

const retryOf = ({ retryAt }: Outcome) => retryAt !== undefined && { retryAt }

const anotherOperator = (exchanges: readonly string[], operator: string): string | undefined =>
  exchanges.find((exchange) => operatorOf(exchange) !== operator)

/** A question that asks several exchanges counts once. */
function onlyOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => {
    asked ??= ask()
    return asked
  }
}
