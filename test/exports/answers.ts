// The answers to the questions of docs/guides/questions.md, counted from the log one row at a time.

import type { BatchChunkVerified } from '../../src/features/batches/events.js'
import type { ValidationContributed } from '../../src/features/pool/events.js'
import type { AddressesVerified, AddressVerified } from '../../src/features/verification/events.js'
import type { Recorded } from '../../src/kernel/envelope.js'

export type Answer = readonly { readonly [column: string]: unknown }[]

type Event = Recorded<AddressVerified | AddressesVerified | BatchChunkVerified | ValidationContributed>

const FROM = '2026-11-02'
const TO = '2026-11-23'

/** What is asked about a verified address. */
export interface VerifiedRow {
  readonly day: string
  readonly hour: number
  readonly account: string
  readonly api: 'v1' | 'v2' | 'call' | 'batch'
  readonly status: string
  readonly decision: string
  readonly reason: string
  readonly disposable: boolean
  readonly provider: string | null
  readonly suggestion: string | undefined
  readonly ms: number | undefined
}

/** The rows of lists in the histories of the tests: their status says the rest. */
const OF_CALLS: { readonly [letter: string]: readonly [string, string, string] } = {
  v: ['valid', 'allow', 'deliverable'],
  i: ['invalid', 'deny', 'mx_absent'],
  u: ['unknown', 'review', 'dns_timeout'],
}
const OF_JOBS: typeof OF_CALLS = { ...OF_CALLS, i: ['invalid', 'deny', 'syntax_invalid'] }

function rowsOf({ type, data, recordedAt }: Event): VerifiedRow[] {
  if (type === 'ValidationContributed') return []
  const { account } = data
  const common = { day: recordedAt.slice(0, 10), hour: Number(recordedAt.slice(11, 13)), account }
  if (type === 'AddressVerified') {
    const { api, status, decision, reasons, disposable, provider, suggestion, durationUs } = data
    const reason = (reasons as readonly string[] | undefined)?.[0] ?? 'deliverable'
    const ms = Math.round(durationUs / 1_000)
    return [{ ...common, api, status, decision: decision!, reason, disposable, provider, suggestion, ms }]
  }
  const isCall = type === 'AddressesVerified'
  const columns = isCall ? data : data.results
  return [...columns.status].map((letter, row) => {
    const [status, decision, reason] = (isCall ? OF_CALLS : OF_JOBS)[letter]!
    const index = isCall ? data.provider?.[data.domain[row]!] : data.results.provider[row]
    const provider = columns.providers?.[index ?? -1] ?? null
    const api = isCall ? 'call' : 'batch'
    return {
      ...common,
      api,
      status,
      decision,
      reason,
      disposable: false,
      provider,
      suggestion: undefined,
      ms: undefined,
    }
  })
}

/** The ISO week of a day, counted in Thursdays. */
function weekOf(day: string): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7))
  const year = date.getUTCFullYear()
  const week = Math.ceil(((date.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7)
  return `${year}-W${String(week).padStart(2, '0')}`
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): [string, Row[]][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
}

const count = <Row>(rows: readonly Row[], is: (row: Row) => unknown): number => rows.filter(is).length

const byFrequency = (name: string, rows: readonly VerifiedRow[], nameOf: (row: VerifiedRow) => string | null) =>
  grouped(
    rows.filter((row) => nameOf(row) !== null),
    (row) => nameOf(row)!,
  )
    .map(([value, of]) => ({ [name]: value, verdicts: of.length }))
    .sort((one, other) => Number(other.verdicts) - Number(one.verdicts))

/** The smallest value that at least this share of the values does not exceed. */
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(share * values.length) - 1]!

/** @param account the account whose verifications are asked about; undefined = all */
export function answersOf(events: readonly object[], account?: string): { readonly [title: string]: Answer } {
  const log = events as readonly Event[]
  const rows = log
    .flatMap((event) => (/Verified$/.test(event.type) ? rowsOf(event) : []))
    .filter((row) => row.day >= FROM && row.day < TO && (account === undefined || row.account === account))
  return { ...verificationAnswers(rows), ...contributionAnswers(log) }
}

function verificationAnswers(rows: readonly VerifiedRow[]): { [title: string]: Answer } {
  const signUps = rows.filter(({ api }) => api === 'v1' || api === 'v2')
  return {
    'How many sign-ups are disposable, by hour of the day?': grouped(signUps, ({ hour }) =>
      String(hour).padStart(2, '0'),
    ).map(([hour, of]) => {
      const disposable = count(of, (row) => row.disposable)
      return { hour_of_day: Number(hour), sign_ups: of.length, disposable, share_disposable: disposable / of.length }
    }),
    'How was decided, day by day?': grouped(rows, ({ day }) => day).map(([verified_on, of]) => ({
      verified_on,
      allowed: count(of, ({ decision }) => decision === 'allow'),
      reviewed: count(of, ({ decision }) => decision === 'review'),
      denied: count(of, ({ decision }) => decision === 'deny'),
      not_recorded: 0,
    })),
    'Which reasons decided?': byFrequency('reason', rows, ({ reason }) => reason),
    'How often was there no answer?': grouped(rows, ({ api }) => api).map(([api, of]) => {
      const unanswered = count(of, ({ status }) => status === 'unknown')
      return { api, verdicts: of.length, unanswered, share_unanswered: unanswered / of.length }
    }),
    'Which domains do people misspell?': byFrequency('suggested_domain', rows, ({ suggestion = null }) =>
      suggestion === 'example.net' ? null : suggestion,
    ).map((each) => ({
      ...each,
      accounts: new Set(
        rows.filter(({ suggestion }) => suggestion === each.suggested_domain).map(({ account }) => account),
      ).size,
    })),
    'How long does a verdict take?': grouped(signUps, ({ day }) => day).map(([verified_on, of]) => {
      const times = of.map(({ ms }) => ms!)
      return {
        verified_on,
        verdicts: of.length,
        median_ms: quantile(times, 0.5),
        p95_ms: quantile(times, 0.95),
      }
    }),
    'Who runs the mail servers?': byFrequency('provider', rows, ({ provider }) => provider),
  }
}

interface Contributed {
  readonly day: string
  readonly account: string
  readonly credits: number
  readonly level: string
}

const LEVELS = [
  [100_000, 'Diamond'],
  [10_000, 'Gold'],
  [1_000, 'Silver'],
  [100, 'Bronze'],
  [0, 'Contributor'],
] as const

/** The contributions of the period, with the level at the end of the day. */
function contributionsOf(log: readonly Event[]): Contributed[] {
  const contributed = log.flatMap(({ type, data, recordedAt }) =>
    type === 'ValidationContributed' && data.pool === 'public'
      ? [{ day: recordedAt.slice(0, 10), account: data.account, credits: data.credits }]
      : [],
  )
  const counted = new Map<string, number>()
  return grouped(contributed, ({ day }) => day).flatMap(([day, of]) => {
    for (const { account, credits } of of) if (credits > 0) counted.set(account, (counted.get(account) ?? 0) + 1)
    if (day < FROM || day >= TO) return []
    return of.map((each) => {
      const [, level] = LEVELS.find(([from]) => (counted.get(each.account) ?? 0) >= from)!
      return { ...each, level }
    })
  })
}

function contributionAnswers(log: readonly Event[]): { [title: string]: Answer } {
  const contributed = contributionsOf(log)
  const counted = contributed.filter(({ credits }) => credits > 0)
  return {
    'How many contributions did each level make, week by week?': grouped(
      counted,
      ({ day, level }) => `${weekOf(day)} ${level}`,
    ).map(([key, of]) => {
      const [iso_week, contributor_level] = key.split(' ')
      return { iso_week, contributor_level, contributions: of.length }
    }),
    'Who contributes most?': grouped(counted, ({ day }) => weekOf(day)).flatMap(([iso_week, of]) =>
      grouped(of, ({ account }) => account)
        .map(([, its]) => its.length)
        .sort((one, other) => other - one)
        .slice(0, 10)
        .map((contributions, index) => ({ iso_week, place: index + 1, contributions })),
    ),
    'How many contributions count?': grouped(contributed, ({ day }) => day).map(([contributed_on, of]) => ({
      contributed_on,
      contributions: of.length,
      counted: count(of, ({ credits }) => credits > 0),
      credits: of.reduce((sum, { credits }) => sum + credits, 0),
    })),
  }
}
