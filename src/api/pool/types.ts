// GraphQL types of the signal pool.

import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import { CalendarDay } from '../graphql/calendar.js'
import { DateTime } from '../graphql/dateTime.js'
import { deprecated } from '../graphql/deprecated.js'
import { enumOf } from '../graphql/enumOf.js'
import { Success } from '../graphql/success.js'

export const LeaderboardPeriodEnum = enumOf('LeaderboardPeriod', 'A UTC calendar window for comparing contributors.', {
  daily: 'The current UTC day.',
  weekly: 'The current ISO week, from Monday, in UTC.',
  monthly: 'The current UTC month.',
  'all-time': 'Since the first contribution.',
})
export const ContributionPeriodEnum = enumOf(
  'ContributionPeriod',
  "A UTC calendar window of the account's own contributions.",
  {
    today: 'The current UTC day.',
    week: 'The current ISO week, from Monday, in UTC.',
    month: 'The current UTC month.',
    'all-time': 'Since the first contribution.',
  },
)
const Badge = enumOf('Badge', 'Badge for the total number of contributions.', {
  bronze: 'At least one contribution.',
  silver: 'At least 1,000 contributions.',
  gold: 'At least 10,000 contributions.',
  platinum: 'At least 100,000 contributions.',
})
const LevelBadge = enumOf('LevelBadge', 'Badge of a contributor level.', {
  contributor: 'At least one contribution.',
  bronze: 'At least 100 contributions.',
  silver: 'At least 1,000 contributions.',
  gold: 'At least 10,000 contributions.',
  diamond: 'At least 100,000 contributions.',
})
const ActivityType = enumOf('ActivityType', 'Type of a pool event.', {
  cache_hit: 'A verification was answered from the pool.',
  new_domain: 'As many accounts as an address needs have now contributed addresses of the domain.',
  validation: 'A validation was contributed.',
  bulk: 'Validations from a batch were contributed.',
})

/** Why pages of contributions that have numbers are deprecated: a page that has a number moves while it is read. */
export const BY_CURSOR = deprecated(
  '2026-11-27',
  'use `contributions(period, first, after)`, whose pages do not move while contributions are added.',
)

@ObjectType({ description: "A domain's share of the pool's addresses." })
class DomainCoverage {
  @Field(() => String, { description: 'The domain; `other` for all domains not listed.' })
  readonly domain!: string

  @Field(() => Float, { description: 'Its share of the addresses in `uniqueEmails`, in percent.' })
  readonly percent!: number
}

@ObjectType({ description: 'Totals of the public pool on a UTC day.' })
export class PoolDay {
  @Field(() => CalendarDay, { description: 'The UTC day, `yyyy-mm-dd`.' })
  readonly day!: string

  @Field(() => Int, { description: 'Number of contributed validations.' })
  readonly contributions!: number

  @Field(() => Int, { description: 'Number of verifications that were answered from the pool.' })
  readonly hits!: number
}

@ObjectType({ description: 'Statistics of the public pool.' })
export class PoolStats {
  @Field(() => Int, { description: 'Number of contributed validations.' })
  readonly totalValidations!: number

  @Field(() => Int, {
    description:
      'Number of distinct addresses that enough accounts have contributed for the pool to answer. Never falls.',
  })
  readonly uniqueEmails!: number

  @Field(() => Float, { description: 'Share of pool lookups that were hits, 0 to 1.' })
  readonly hitRate!: number

  @Field(() => Float, {
    description: 'Average response time, in milliseconds, of verifications that looked up the pool.',
  })
  readonly avgResponseTimeMs!: number

  @Field(() => Int, { description: 'Number of accounts that contributed in the last 30 days.' })
  readonly activeContributors!: number

  @Field(() => [DomainCoverage], {
    description: 'Coverage of the largest domains in descending order, with `other` last.',
  })
  readonly coverageByDomain!: readonly DomainCoverage[]
}

@ObjectType({ description: 'A contributor on the leaderboard.' })
class LeaderboardEntry {
  @Field(() => Int, { description: 'Rank, starting at 1.' })
  readonly rank!: number

  @Field(() => ID, { description: 'Anonymised ID of the contributor.' })
  readonly contributorId!: string

  @Field(() => Int, {
    description: 'Only contributions that earned credits: the same as `countedContributions`.',
    deprecationReason: deprecated('2026-11-27', 'use `countedContributions`, whose name says what is counted.'),
  })
  readonly contributions!: number

  @Field(() => Int, { description: 'Contributions that earned credits: only they count towards ranks and levels.' })
  readonly countedContributions!: number

  @Field(() => Int, { description: 'Counted contributions that were the first for their address.' })
  readonly uniqueContributions!: number

  @Field(() => Int, { description: 'Credits earned in the period.' })
  readonly creditsEarned!: number

  @Field(() => Badge, { description: 'Badge for all contributions so far.' })
  readonly badge!: string

  @Field(() => String, {
    description: 'Level for all counted contributions so far: Contributor, Bronze, Silver, Gold or Diamond.',
  })
  readonly level!: string
}

@ObjectType({ description: 'Ranking of contributors to the public pool.' })
export class PoolLeaderboard {
  @Field(() => LeaderboardPeriodEnum, { description: 'The period covered.' })
  readonly period!: string

  @Field(() => [LeaderboardEntry], { description: 'Contributors in order of rank.' })
  readonly contributors!: readonly LeaderboardEntry[]
}

@ObjectType({ description: 'An event in the public pool.' })
export class PoolActivityItem {
  @Field(() => ActivityType, { description: 'Type of the event.' })
  readonly type!: string

  @Field(() => String, { description: 'Human-readable description; never contains an address.' })
  readonly message!: string

  @Field(() => DateTime, { description: 'When the event occurred.' })
  readonly timestamp!: string

  @Field(() => String, { description: 'Emoji for the event type.' })
  readonly icon!: string

  @Field(() => String, { nullable: true, description: 'Mail provider of a new domain, if known.' })
  readonly provider?: string

  @Field(() => String, { nullable: true, description: 'Where the addresses of a `BULK` event come from.' })
  readonly source?: string
}

@ObjectType({ description: 'Summary of the activity.' })
class PoolActivityMetrics {
  @Field(() => Int, { description: 'Number of events in this response.' })
  readonly eventsShown!: number

  @Field(() => Int, { description: 'Number of addresses looked up or contributed in the last hour.' })
  readonly activityLastHour!: number

  @Field(() => String, { description: 'Most frequent event type in this response; `none` if it is empty.' })
  readonly mostCommonType!: string
}

@ObjectType({ description: 'Recent events in the public pool.' })
export class PoolActivity extends Success {
  @Field(() => DateTime, { description: 'When this response was made.' })
  readonly timestamp!: string

  @Field(() => [PoolActivityItem], { description: 'Events, newest first.' })
  readonly activity!: readonly PoolActivityItem[]

  @Field(() => PoolActivityMetrics, { description: 'Summary of the events.' })
  readonly metrics!: PoolActivityMetrics
}

@ObjectType({ description: "The caller's rank." })
export class ContributorRank {
  @Field(() => Int, { description: 'Rank, starting at 1; 0 before the first contribution.' })
  readonly rank!: number

  @Field(() => String, { description: 'The calling key, masked.' })
  readonly apiKeyId!: string

  @Field(() => Int, {
    description: 'Only contributions that earned credits: the same as `countedContributions`.',
    deprecationReason: deprecated('2026-11-27', 'use `countedContributions`, whose name says what is counted.'),
  })
  readonly contributions!: number

  @Field(() => Int, { description: 'Contributions that earned credits: only they count towards ranks and levels.' })
  readonly countedContributions!: number

  @Field(() => String, {
    description: 'Level for all contributions so far: Contributor, Bronze, Silver, Gold or Diamond.',
  })
  readonly level!: string

  @Field(() => LevelBadge, { description: 'Machine-readable form of `level`.' })
  readonly levelBadge!: string
}

@ObjectType({ description: 'A level that contributors reach with a certain number of contributions.' })
export class ContributorLevel {
  @Field(() => String, { description: 'Display name.' })
  readonly name!: string

  @Field(() => Int, { description: 'Contributions required for the level.' })
  readonly minContributions!: number

  @Field(() => Int, { description: 'Number of public pool contributors at this level.' })
  readonly count!: number
}

@ObjectType({ description: "Totals of an account's contributions in a period." })
class ContributionSummary {
  @Field(() => Int, { description: 'Number of contributions in the period.' })
  readonly totalContributions!: number

  @Field(() => Int, { description: 'Contributions that earned credits: only they count towards ranks and levels.' })
  readonly countedContributions!: number

  @Field(() => Int, { description: 'Contributions that were the first for their address.' })
  readonly uniqueContributions!: number

  @Field(() => Int, { description: 'Credits earned by these contributions.' })
  readonly totalCredits!: number

  @Field(() => Badge, { description: 'Badge for all contributions so far.' })
  readonly currentBadge!: string
}

@ObjectType({ description: 'A result that the account has shared with its pool.' })
export class Contribution {
  @Field(() => DateTime, { description: 'When the contribution was made.' })
  readonly timestamp!: string

  @Field(() => String, { description: 'Keyed hash of the address; differs between accounts.' })
  readonly emailHash!: string

  @Field(() => Int, {
    description: 'Credits for this contribution; 0 if it exceeded a limit, such as the credits per day.',
  })
  readonly creditsEarned!: number

  @Field(() => Boolean, { description: 'Whether it earned credits, and so counts towards ranks and levels.' })
  readonly counted!: boolean

  @Field(() => Boolean, { description: 'Whether this was the first contribution for its address.' })
  readonly unique!: boolean
}

@ObjectType({ description: 'Pagination of the contributions.' })
class Pagination {
  @Field(() => Int, { description: 'Page number, starting at 1.' })
  readonly page!: number

  @Field(() => Int, { description: 'Page size.' })
  readonly limit!: number

  @Field(() => Int, { description: 'Number of contributions on all pages.' })
  readonly total!: number

  @Field(() => Boolean, { description: 'Whether there are more pages.' })
  readonly hasMore!: boolean
}

@ObjectType({ description: "The account's contributions to its pool." })
export class ContributionHistory {
  @Field(() => ContributionPeriodEnum, { description: 'The period covered.' })
  readonly period!: string

  @Field(() => ContributionSummary, { description: 'Totals for the period.' })
  readonly summary!: ContributionSummary

  @Field(() => [Contribution], {
    description: 'Contributions on this page, newest first.',
    deprecationReason: BY_CURSOR,
  })
  readonly contributions!: readonly Contribution[]

  @Field(() => Pagination, { description: 'Pagination information.', deprecationReason: BY_CURSOR })
  readonly pagination!: Pagination
}

@ObjectType({ description: 'Numbers of contributed verdicts.' })
class PoolVerdicts {
  @Field(() => Int, { description: 'Verdicts that an address is valid.' })
  readonly valid!: number

  @Field(() => Int, { description: 'Verdicts that an address is invalid.' })
  readonly invalid!: number
}

@ObjectType({ description: "One contributor's contributions on one UTC day." })
export class PoolHistoryRow {
  @Field(() => CalendarDay, { description: 'The UTC day, `yyyy-mm-dd`.' })
  readonly day!: string

  @Field(() => ID, { description: 'Anonymised ID of the contributor.' })
  readonly contributorId!: string

  @Field(() => Int, { description: 'Number of contributions on that day, counted or not.' })
  readonly contributions!: number

  @Field(() => Int, { description: 'Contributions that earned credits: only they count towards ranks and levels.' })
  readonly countedContributions!: number

  @Field(() => Int, { description: 'Contributions that were the first for their address.' })
  readonly uniqueContributions!: number

  @Field(() => Int, { description: 'Credits earned by these contributions.' })
  readonly creditsEarned!: number

  @Field(() => PoolVerdicts, { description: 'Verdicts of these contributions.' })
  readonly verdicts!: PoolVerdicts

  @Field(() => String, {
    description:
      'Level at the end of the day, by all counted contributions until then: Contributor, Bronze, Silver, Gold or Diamond.',
  })
  readonly level!: string
}
