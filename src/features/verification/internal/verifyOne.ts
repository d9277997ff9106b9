// Verifies one address, from quota to answer.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import type { Clock } from '../../../kernel/clock.js'
import { mapMaybePromise } from '../../../kernel/concurrency/mapMaybePromise.js'
import { runPrioritized } from '../../../kernel/concurrency/yielding.js'
import { eventId } from '../../../kernel/ids.js'
import { monthOf } from '../../../kernel/months.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import type { Shared } from '../../pool/events.js'
import type { Pool } from '../../pool/index.js'
import type { HashAddress } from '../addressHashes.js'
import type { MailboxCheck } from '../askServer.js'
import { type Call, CallerGone } from '../call.js'
import { withTimeoutFallback } from '../deadline.js'
import type { PendingFacts } from '../engine/engine.js'
import type { Facts } from '../engine/facts.js'
import type { ParsedAddress } from '../engine/mailbox.js'
import { judgeV1 } from '../engine/policy/v1.js'
import { canonicalAddress } from '../engine/syntax/canonicalAddress.js'
import type { Trace } from '../engine/trace.js'
import type { SealedAddresses } from '../events.js'
import type { GatherFacts } from '../gatherFacts.js'
import { createJudgeGathered, type JudgedFacts } from '../judgeGathered.js'
import { judgementOf } from '../judgement.js'
import type { KeptAddresses } from '../keptAddresses.js'
import { type LookUps, lookUpKey } from '../lookUps.js'
import type { Answer, SealNotification } from '../notification.js'
import { usageId } from '../projections/usage.js'
import type { Quota } from '../quota.js'
import type { V1Result } from '../result.js'
import { type RulesOf, rulerOf } from '../ruling.js'
import { sandboxOutcome } from '../sandbox.js'
import { membershipOf, type ResultOf, sharingOf } from '../sharing.js'
import type { UnchargedLimit } from '../uncharged.js'
import { addressVerified, isCharged } from '../verdict.js'

/** Maximum time that a response waits for its contribution, to report the credits. */
const CONTRIBUTE_TIMEOUT_MS = 1_000

export interface VerifyDependencies {
  readonly eventing: Pick<Eventing, 'append'>
  readonly gatherFacts: GatherFacts
  readonly resultOf: ResultOf
  readonly pool: Pick<Pool, 'contribute'>
  readonly quota: Pick<Quota, 'take' | 'settle'>
  readonly uncharged: UnchargedLimit
  readonly lookUps: LookUps
  readonly sealNotification: SealNotification
  readonly keptAddresses: Pick<KeptAddresses, 'seal'>
  readonly hashAddress: HashAddress
  readonly rulesOf: RulesOf
  readonly mailboxCheck: MailboxCheck
  readonly clock: Clock
  readonly deadlineMs: number
}

/** What an answer is built from. */
type JudgedAddress = Pick<JudgedFacts, 'facts' | 'verdict' | 'judgement' | 'ruling'>

interface VerifyOptions<A extends Answer> {
  /** Builds the answer for the caller and the webhooks. */
  readonly buildAnswer: (judged: JudgedAddress) => A
  /** The facts to use, or the error to throw, when the timeout expires before DNS has answered. */
  readonly atDeadline: (pending: Pick<PendingFacts, 'timedOut'>) => Facts
  /** Whether the caller asked to share the result with the pool. */
  readonly share?: boolean
  /** Whether the caller wants to know what the mail server says. */
  readonly mailbox?: boolean
  readonly trace?: Trace
}

interface VerifiedOne<A extends Answer> {
  readonly answer: A
  readonly contributed: V1Result['contributed'] | undefined
}

/**
 * Verifies one address: takes quota, gathers facts, judges, records one durable event, settles the quota, then answers.
 * A shared result is contributed before the answer, so that the answer can report the credits.
 */
export type VerifyOne = <A extends Answer>(
  caller: Caller,
  email: string,
  call: Call,
  options: VerifyOptions<A>,
) => Promise<VerifiedOne<A>>

export function createVerifyOne(dependencies: VerifyDependencies): VerifyOne {
  const { gatherFacts, resultOf, quota, uncharged, sealNotification, keptAddresses, hashAddress, rulesOf } =
    dependencies
  const { mailboxCheck, clock, deadlineMs } = dependencies
  const judgeGathered = createJudgeGathered(resultOf)
  const queryDns = createQueryDns(dependencies)
  const record = createRecord(dependencies)
  const contribute = createContributeOne(dependencies)

  return async (caller, email, call, options) => {
    const { buildAnswer, atDeadline, share = false, mailbox = false, trace } = options
    if (mailbox) mailboxCheck.require()
    if (caller.sandbox) return simulateOne(caller, email, call, options, clock)
    const { actor } = call
    const { account } = caller
    const startedAt = performance.now()
    const month = monthOf(clock.now())
    const membership = membershipOf(caller, share)
    uncharged.requireAllowance(caller)
    await quota.take(caller, month, 1, actor, call.admitted)

    let judged: JudgedFacts
    let answer: ReturnType<typeof buildAnswer>
    let notify: string | undefined
    let sealed: SealedAddresses | undefined
    let address: number
    try {
      const found = rulesOf(account)
      const rules = found instanceof Promise ? await found : found
      const ruler = rulerOf(rules, caller.key, clock.now())
      const askServer = mailbox
        ? mailboxCheck.askServer(account, () => deadlineMs - (performance.now() - startedAt), trace)
        : undefined
      // A pool knows no mail exchanges, so DNS is asked.
      const asking = gatherFacts.readerOf(account, mailbox ? undefined : membership.pool)
      const reader = asking instanceof Promise ? await asking : asking
      const gathering = gatherFacts.gather(reader, email, trace)
      judged = await mapMaybePromise(gathering, (gathered) =>
        judgeGathered(
          gathered,
          membership,
          ruler,
          (pending) => queryDns(account, call, pending, atDeadline),
          askServer,
        ),
      )
      answer = buildAnswer(judged)
      const notification = sealNotification(account, answer, actor.correlationId)
      if (notification) notify = await notification
      const kept = keptAddresses.seal(caller, [localOf(judged.facts.parsed)])
      if (kept) sealed = await kept
      const hashed = hashAddress(account, canonicalAddress(email, judged.facts.parsed))
      address = typeof hashed === 'number' ? hashed : await hashed
      if (call.gone) throw new CallerGone('the caller has disconnected')
    } catch (error) {
      await quota.settle(caller, month, 1, 0, actor)
      throw error
    }

    // If the append fails, its outcome is unknown, so the quota stays taken until the ledger is primed again.
    const durationUs = Math.round((performance.now() - startedAt) * 1_000)
    const stream = streamName('usage', usageId(account, month))
    const { api } = answer
    await record(stream, judged, { caller, api, pool: membership.pool, address, durationUs, notify, sealed, actor })
    const charged = isCharged(judged.verdict) ? 1 : 0
    if (charged === 0) uncharged.note(caller, 1, { notified: notify !== undefined })
    await quota.settle(caller, month, 1, charged, actor)
    const { shared: result } = judged
    if (!result) return { answer, contributed: undefined }
    return { answer, contributed: await contribute(account, { pool: membership.pool, result }, stream, actor) }
  }
}

const localOf = (parsed: ParsedAddress): string | undefined => (parsed.ok ? parsed.mailbox.local : undefined)

/** A simulated verification: costs nothing and is not recorded. */
async function simulateOne<A extends Answer>(
  caller: Caller,
  email: string,
  call: Call,
  { buildAnswer, atDeadline, share = false, mailbox = false, trace }: VerifyOptions<A>,
  clock: Clock,
): Promise<VerifiedOne<A>> {
  await call.admitted
  const outcome = await sandboxOutcome(email, caller, clock, { signal: call.signal, mailbox, trace })
  const facts = outcome.timedOut ? atDeadline({ timedOut: () => outcome.facts }) : outcome.facts
  const shares = sharingOf(caller, share) === 'on'
  return {
    answer: buildAnswer({ facts, verdict: judgeV1(facts), judgement: judgementOf(facts) }),
    contributed: shares ? outcome.contributed : undefined,
  }
}

/** Queries DNS until the timeout. The query then continues in the background, for the sake of caches. */
const createQueryDns =
  ({ lookUps, deadlineMs }: Pick<VerifyDependencies, 'lookUps' | 'deadlineMs'>) =>
  (account: string, call: Call, pending: PendingFacts, atDeadline: VerifyOptions<Answer>['atDeadline']) => {
    let timedOut = false
    const facts = lookUps.run(lookUpKey.single(account), pending, () => !timedOut && !call.gone)
    return withTimeoutFallback(deadlineMs, facts, () => {
      timedOut = true
      return atDeadline(pending)
    })
  }

interface Recording {
  readonly caller: Caller
  readonly api: Answer['api']
  readonly pool: string
  /** Keyed hash of the address. */
  readonly address: number
  readonly durationUs: number
  /** The sealed notification, if any. */
  readonly notify: string | undefined
  readonly sealed: SealedAddresses | undefined
  readonly actor: Actor
}

const createRecord =
  ({ eventing }: Pick<VerifyDependencies, 'eventing'>) =>
  (stream: string, judged: JudgedFacts, recording: Recording) => {
    const { caller, api, pool, address, durationUs, notify, sealed, actor } = recording
    const { facts, poolConsulted, tracked, shared } = judged
    // Each member by name: a rest and a spread take 7 µs here.
    const event = addressVerified(judged, {
      account: caller.account,
      api,
      durationUs,
      address,
      key: caller.key,
      notify,
      sealed,
      tracked,
      pool: poolConsulted ? { pool, lookUps: 1, hits: facts.fromPool ? 1 : 0 } : undefined,
      share: shared && { pool, result: shared },
    })
    return runPrioritized(() => eventing.append(stream, [event], actor, 'any'))
  }

/** @returns undefined if it fails or times out: the reactor then contributes the result later */
const createContributeOne =
  ({ pool }: Pick<VerifyDependencies, 'pool'>) =>
  (account: string, shared: Shared, stream: string, actor: Actor) => {
    const origin = { source: 'single', cause: eventId(stream, 0, actor), group: null } as const
    const contributing = pool.contribute(account, shared, origin, actor).catch(() => undefined)
    return withTimeoutFallback(CONTRIBUTE_TIMEOUT_MS, contributing, () => undefined)
  }
