// Finds the verifications that reported outcomes are about.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Clock } from '../../../kernel/clock.js'
import { createConcurrencyLimit } from '../../../kernel/concurrency/concurrencyLimit.js'
import { mapConcurrent } from '../../../kernel/concurrency/mapConcurrent.js'
import { createSlicer } from '../../../kernel/concurrency/yielding.js'
import { DAY_MS } from '../../../kernel/time.js'
import { MATCH_DAYS, mayConcern, type ReportedOutcome } from '../decide.js'
import { addressId, outcomeAddresses } from '../projections/outcomeAddresses.js'
import type { Reporters } from '../reporters.js'
import type { FairScans } from './fairScans.js'
import type { ParsedOutcome } from './parseOutcomes.js'
import type { OutcomeTimes, Search } from './search.js'
import type { FindTracked } from './trackedVerifications.js'
import type { RequestedVerification, VerificationsInLog } from './verificationsInLog.js'

/** After an account's first outcome, processes may take this long to track its verifications. */
const TRACKING_DELAY_MS = 10_000

const CONCURRENT_REQUESTS = 8
const SLICE = { ms: 2, maxPieces: 100, clockInterval: 8 }

const NONE: Search['found'] = new Map()

type Requests = ReadonlyMap<string, readonly RequestedVerification[]>
const NO_REQUESTS: Requests = new Map()

/** @returns the outcomes that can be recorded: those of a known request, or with an address */
export type MatchOutcomes = (account: string, outcomes: readonly ParsedOutcome[]) => Promise<readonly ReportedOutcome[]>

interface MatchOutcomesDependencies {
  readonly eventing: Pick<Eventing, 'read'>
  readonly clock: Clock
  readonly reporters: Reporters
  readonly findTracked: FindTracked
  readonly inLog: VerificationsInLog
  readonly fairly: FairScans
  /** The keyed hash of an address as it was typed. */
  readonly hashAddress: (account: string, email: string) => number | Promise<number>
}

export function createMatchOutcomes(dependencies: MatchOutcomesDependencies): MatchOutcomes {
  const { eventing, clock, reporters, findTracked, inLog, fairly, hashAddress } = dependencies
  const model = eventing.read(outcomeAddresses)

  async function requestsOf(account: string, outcomes: readonly ParsedOutcome[]): Promise<Requests> {
    const ids = [...new Set(outcomes.flatMap(({ requestId }) => requestId ?? []))]
    if (ids.length === 0) return NO_REQUESTS
    const limits = {
      concurrencyLimit: createConcurrencyLimit(CONCURRENT_REQUESTS),
      yieldIfDue: createSlicer({ ...SLICE, account }),
    }
    const lists = await fairly(account, () => mapConcurrent(ids, (id) => inLog.ofRequest(account, id), limits))
    return new Map(ids.map((id, index) => [id, lists[index]!]))
  }

  /**
   * Verifications from before the account's first outcome are not in the read model, so they are searched in the log, for as long as
   * outcomes can be about them.
   */
  async function searched(account: string, outcomes: readonly ReportedOutcome[]): Promise<Search['found']> {
    const open = outcomes.filter(({ subject, verification }) => typeof subject === 'number' && !verification)
    if (open.length === 0) return NONE
    const since = await reporters.since(account)
    if (since === undefined) return find(account, timesOf(open), clock.now() + 1)
    const tracked = await findTracked(account, timesOf(open))
    const until = since + TRACKING_DELAY_MS
    const isMissing = ({ subject, at }: ReportedOutcome) =>
      at - MATCH_DAYS * DAY_MS < until && !tracked.get(subject as number)?.some((each) => mayConcern(each.at, at))
    const missing = open.filter(isMissing)
    if (missing.length === 0) return tracked
    const known = await model.getMany(missing.map(({ subject }) => addressId(account, subject)))
    const unknown = missing.filter(
      ({ at }, index) => !known[index]?.verifications.some((each) => mayConcern(each.at, at)),
    )
    if (unknown.length === 0) return tracked
    const before = await find(account, timesOf(unknown), until)
    const all = new Map(tracked)
    for (const [address, found] of before) all.set(address, [...(tracked.get(address) ?? []), ...found])
    return all
  }

  const find = (account: string, times: OutcomeTimes, until: number) =>
    fairly(account, () => inLog.ofAddresses(account, times, until))

  return async (account, outcomes) => {
    const requests = await requestsOf(account, outcomes)
    const reported: ReportedOutcome[] = []
    for (const { email, requestId, row, kind, at, dated } of outcomes) {
      const hashed = email === undefined ? undefined : hashAddress(account, email)
      const address = hashed instanceof Promise ? await hashed : hashed
      const verification = requestId === undefined ? undefined : chosen(requests.get(requestId)!, address, row)
      const subject = address ?? verification?.address ?? (verification && `${requestId}.${verification.row ?? 0}`)
      if (subject !== undefined) reported.push({ kind, at, dated, subject, verification, found: [] })
    }
    const found = await searched(account, reported)
    return reported.map((each) =>
      typeof each.subject === 'number' ? { ...each, found: found.get(each.subject) ?? [] } : each,
    )
  }
}

function timesOf(outcomes: readonly ReportedOutcome[]): OutcomeTimes {
  const times = new Map<number, number[]>()
  for (const { subject, at } of outcomes) {
    const known = times.get(subject as number)
    if (known) known.push(at)
    else times.set(subject as number, [at])
  }
  return times
}

/** The verification of a request that an outcome is about; undefined if it is none of them, or might be several. */
function chosen(
  verifications: readonly RequestedVerification[],
  address: number | undefined,
  row: number | undefined,
): RequestedVerification | undefined {
  const candidates = verifications.filter(
    (each) =>
      (row === undefined || row === (each.row ?? 0)) &&
      (address === undefined || each.address === null || each.address === address),
  )
  return candidates.length === 1 ? candidates[0] : undefined
}
