// Verifies the addresses of one synchronous request.

import { createConcurrencyLimit } from '../../../kernel/concurrency/concurrencyLimit.js'
import { type MapConcurrentOptions, mapConcurrent } from '../../../kernel/concurrency/mapConcurrent.js'
import { mapMaybePromise } from '../../../kernel/concurrency/mapMaybePromise.js'
import { createSlicer, type YieldIfDue } from '../../../kernel/concurrency/yielding.js'
import { monthOf } from '../../../kernel/months.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import type { Contributed, Pool } from '../../pool/index.js'
import { addressesVerified, type RecordedRow } from '../addressesVerified.js'
import { type Call, CallerGone } from '../call.js'
import { startDeadline, TIMED_OUT } from '../deadline.js'
import type { PendingFacts } from '../engine/engine.js'
import type { Facts } from '../engine/facts.js'
import type { ParsedAddress } from '../engine/mailbox.js'
import { type NormalizedAddress, normalizedOf } from '../engine/normalize.js'
import { judgeV1, type V1Verdict } from '../engine/policy/v1.js'
import { canonicalAddress } from '../engine/syntax/canonicalAddress.js'
import { parseMailbox } from '../engine/syntax/parseMailbox.js'
import { createTrace, type Trace } from '../engine/trace.js'
import type { AddressesVerified } from '../events.js'
import type { GatheredFacts, Reader } from '../gatherFacts.js'
import { createJudgeGathered, type JudgedFacts } from '../judgeGathered.js'
import { lookUpKey } from '../lookUps.js'
import { usageId } from '../projections/usage.js'
import { type Ruler, type Ruling, rulerOf } from '../ruling.js'
import { sandboxOutcome } from '../sandbox.js'
import { type Membership, membershipOf, sharingOf } from '../sharing.js'
import { createContributeRows } from './contributeRows.js'
import type { VerifyDependencies } from './verifyOne.js'

/** Addresses of one request that are queried in DNS, or wait for a permit, at the same time. */
const MAX_CONCURRENT = 2_000
/** Addresses started per turn of the event loop, over all requests, so that other work is not blocked. */
const SLICE = { ms: 2, maxPieces: 250, clockInterval: 8 }

interface ManyDependencies extends Omit<VerifyDependencies, 'deadlineMs' | 'pool' | 'hashAddress' | 'mailboxCheck'> {
  readonly pool: Pick<Pool, 'contributeShared'>
  /** Ends all deadlines when it aborts. */
  readonly finishEarly?: AbortSignal | undefined
}

interface ManyOptions {
  readonly debug: boolean
  /** Whether the caller asked to share the results with the pool. */
  readonly share: boolean
  /** Whether the rows say what their contributions earned; otherwise they are contributed after the answer. */
  readonly reportContributed: boolean
  /** Whether the caller needs the normal forms of the addresses. */
  readonly normalize?: boolean
  /** Timeout for the whole request. */
  readonly deadlineMs: number
}

interface VerifiedRow {
  readonly verdict: V1Verdict
  readonly ruling?: Ruling | undefined
  /** What the contribution of the result to the pool earned, if it was contributed and that is to be reported. */
  readonly contributed?: Contributed | undefined
  /** Only with `debug`. */
  readonly trace?: Trace | undefined
}

interface Verified {
  /** In the order of the addresses. */
  readonly rows: readonly VerifiedRow[]
  /** Of each address with valid syntax; empty unless the caller needs them. */
  readonly normalized: readonly (NormalizedAddress | undefined)[]
}

/**
 * Verifies many addresses. A repeated address is charged once; an address whose
 * DNS lookup has not finished at the deadline is unknown and not charged. Shared results are contributed before the answer if it
 * reports what they earned.
 * @throws RateLimited when the remaining quota does not cover all of them
 */
export function createVerifyMany(dependencies: ManyDependencies) {
  const { eventing, gatherFacts, resultOf, quota, uncharged, lookUps, rulesOf, clock, keptAddresses, finishEarly } =
    dependencies
  const judgeGathered = createJudgeGathered(resultOf)
  const contributeRows = createContributeRows(dependencies)

  return async (
    caller: Caller,
    emails: readonly string[],
    { debug, share, reportContributed, normalize = false, deadlineMs }: ManyOptions,
    call: Call,
  ): Promise<Verified> => {
    const slicer = () => createSlicer({ ...SLICE, account: caller.account })
    const startedAt = performance.now()
    const month = monthOf(clock.now())
    if (!caller.sandbox) uncharged.requireAllowance(caller)
    const parsed: (ParsedAddress | undefined)[] = []
    const normalized: (NormalizedAddress | undefined)[] = []
    const parse = (email: string, index: number) => {
      const mailbox = parseMailbox(email)
      parsed[index] = mailbox
      if (normalize) normalized[index] = normalizedOf(mailbox)
      return canonicalAddress(email, mailbox)
    }
    const canonical = await inSlices(emails, parse, slicer())
    if (caller.sandbox) return { rows: await simulateAll(), normalized }

    const membership = membershipOf(caller, share)
    const amount = new Set(canonical).size
    await quota.take(caller, month, amount, call.actor)
    const traces: Trace[] = []
    let rows: readonly RecordedRow[]
    let events: readonly AddressesVerified[]
    try {
      const ruler = rulerOf(await rulesOf(caller.account), caller.key, clock.now())
      const reader = await gatherFacts.readerOf(caller.account, membership.pool)
      rows = await verifyAll(membership, ruler, reader, parsed)
      const durationUs = Math.round((performance.now() - startedAt) * 1_000)
      const recorded = addressesVerified(caller, membership, { rows, canonical }, durationUs)
      events = caller.addressKeeping ? await withAddresses(recorded) : recorded
      if (call.gone) throw new CallerGone('the caller has disconnected')
    } catch (error) {
      await quota.settle(caller, month, amount, 0, call.actor)
      throw error
    }
    const stream = streamName('usage', usageId(caller.account, month))
    try {
      await eventing.append(stream, events, call.actor, 'any')
    } catch (error) {
      // Unlike after a failure of the store, it is certain that nothing was recorded.
      if (error instanceof RangeError) await quota.settle(caller, month, amount, 0, call.actor)
      throw error
    }
    const charged = events.reduce((sum, { data }) => sum + data.charged, 0)
    uncharged.note(caller, rows.length - charged)
    await quota.settle(caller, month, amount, charged, call.actor)
    const reports = membership.share && reportContributed
    if (!reports && !debug) return { rows, normalized }
    const earned = reports ? await contributeRows(events, stream, call.actor) : undefined
    const reported = rows.map(({ verdict, ruling, shared }, index) => {
      const contributed = shared && earned && takeFrom(earned, shared.address)
      return { verdict, ruling, trace: traces[index], contributed }
    })
    return { rows: reported, normalized }

    async function withAddresses(events: readonly AddressesVerified[]): Promise<AddressesVerified[]> {
      const locals = rows.map(({ verdict }, row) => (verdict.checks.syntax ? localIn(canonical[row]!) : undefined))
      let end = 0
      return Promise.all(
        events.map(async ({ type, data }) => {
          const from = end
          end += data.total
          const sealed = await keptAddresses.seal(caller, locals.slice(from, end))
          return { type, data: { ...data, ...(sealed && { sealed }) } }
        }),
      )
    }

    async function simulateAll(): Promise<readonly VerifiedRow[]> {
      const shares = sharingOf(caller, share) === 'on'
      const earned = new Map<string, Contributed | undefined>()
      const outcomes = await each(
        async (email, trace, index) => {
          const { facts, contributed } = await sandboxOutcome(email, caller, clock, { signal: call.signal, trace })
          if (shares) earned.set(canonical[index]!, contributed)
          return { verdict: judgeV1(facts), trace }
        },
        { concurrencyLimit: createConcurrencyLimit(Number.POSITIVE_INFINITY), signal: call.signal },
      )
      return outcomes.map(({ verdict, trace }, index) => {
        const contributed = takeFrom(earned, canonical[index]!)
        return { verdict, trace, contributed }
      })
    }

    /** The deadline applies to each address separately: those finished by then keep their verdicts. */
    async function verifyAll(
      membership: Membership,
      ruler: Ruler | undefined,
      reader: Reader,
      parsed: (ParsedAddress | undefined)[],
    ): Promise<RecordedRow[]> {
      const { signal } = call
      const deadline = startDeadline(deadlineMs, { signal, finishEarly })
      // Lookups that get their permit after the deadline are skipped.
      const wanted = () => !deadline.isOver && !signal?.aborted
      const key = lookUpKey.many(caller.account)
      const queryDns = async (pending: PendingFacts): Promise<Facts> => {
        const answered = deadline.isOver ? TIMED_OUT : await deadline.within(lookUps.run(key, pending, wanted))
        return answered === TIMED_OUT ? pending.timedOut() : answered
      }
      const judge = (gathered: GatheredFacts) =>
        mapMaybePromise(judgeGathered(gathered, membership, ruler, queryDns), recordedRow)
      try {
        return await each(
          (email, trace, index) => {
            if (trace) traces[index] = trace
            const mailbox = parsed[index]
            parsed[index] = undefined
            return mapMaybePromise(gatherFacts.gather(reader, email, trace, mailbox), judge)
          },
          { concurrencyLimit: createConcurrencyLimit(MAX_CONCURRENT), signal },
        )
      } finally {
        deadline.end()
      }
    }

    function each<R>(
      rowOf: (email: string, trace: Trace | undefined, index: number) => R | Promise<R>,
      options: Pick<MapConcurrentOptions, 'concurrencyLimit' | 'signal'>,
    ): Promise<R[]> {
      const begin = (email: string, index: number) =>
        rowOf(email, debug ? createTrace(() => performance.now()) : undefined, index)
      return mapConcurrent(emails, begin, { ...options, yieldIfDue: slicer() })
    }
  }
}

const recordedRow = ({ facts, verdict, judgement, ruling, poolConsulted, shared }: JudgedFacts): RecordedRow => ({
  verdict,
  judgement,
  ruling,
  lists: facts.lists,
  poolConsulted,
  shared,
})

/** Each address is contributed once, and reported with the first of its rows. */
function takeFrom<T>(earned: Map<string, T>, address: string): T | undefined {
  const found = earned.get(address)
  earned.delete(address)
  return found
}

export type VerifyMany = ReturnType<typeof createVerifyMany>

/** Maps items synchronously in slices, yielding to the event loop between them. */
async function inSlices<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
  yieldIfDue: YieldIfDue,
): Promise<R[]> {
  const done: R[] = []
  for (let index = 0; index < items.length; index++) {
    const pause = yieldIfDue()
    if (pause) await pause
    done.push(work(items[index]!, index))
  }
  return done
}

const localIn = (address: string): string => address.slice(0, address.lastIndexOf('@'))
