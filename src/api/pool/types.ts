import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'

export const LeaderboardPeriod = enumOf('LeaderboardPeriod', 'A UTC calendar window for comparing contributors.', {
  daily: 'Today.',
  weekly: 'This ISO week.',
  monthly: 'This month.',
  'all-time': 'Since the beginning.',
})
export const ContributionPeriod = enumOf('ContributionPeriod', "A UTC calendar window of one's own contributions.", {
  today: 'Today.',
  week: 'This ISO week.',
  month: 'This month.',
  'all-time': 'Since the beginning.',
})
const Badge = enumOf('Badge', 'What a contributor has earned, by all that it ever contributed.', {
  bronze: 'From the first contribution.',
  silver: 'From 1,000 contributions.',
  gold: 'From 10,000 contributions.',
  platinum: 'From 100,000 contributions.',
})
const LevelBadge = enumOf('LevelBadge', 'The badge of a level.', {
  contributor: 'From the first contribution.',
  bronze: 'From 100 contributions.',
  silver: 'From 1,000 contributions.',
  gold: 'From 10,000 contributions.',
  diamond: 'From 100,000 contributions.',
})
const ActivityType = enumOf('ActivityType', 'What happened in the pool.', {
  cache_hit: 'An address was answered from the pool.',
  new_domain: 'The first address of a domain was contributed.',
  validation: 'A validation was contributed.',
  bulk: 'Validations of a batch were contributed.',
})

@ObjectType({ description: "A domain's share of the pool's addresses." })
class DomainCoverage {
  @Field(() => String, { description: 'The domain; `other` for all that are not named.' })
  readonly domain!: string

  @Field(() => Float, { description: "Its share of the pool's unique addresses, in percent." })
  readonly percent!: number
}

@ObjectType({ description: 'The figures of the public pool.' })
export class PoolStats {
  @Field(() => Int, { description: 'Validations that were contributed.' })
  readonly totalValidations!: number

  @Field(() => Int, { description: 'Addresses that the pool knows.' })
  readonly uniqueEmails!: number

  @Field(() => Float, { description: 'Share of look-ups that the pool answered, 0 to 1.' })
  readonly hitRate!: number

  @Field(() => Float, { description: 'Milliseconds that verifications that asked the pool took on average.' })
  readonly avgResponseTimeMs!: number

  @Field(() => Int, { description: 'Accounts that contributed in the last 30 days.' })
  readonly activeContributors!: number

  @Field(() => [DomainCoverage], { description: 'The largest domains, largest first; the rest is `other`, last.' })
  readonly coverageByDomain!: readonly DomainCoverage[]
}

@ObjectType({ description: 'A contributor on the leaderboard.' })
class LeaderboardEntry {
  @Field(() => Int, { description: 'Its place, from 1.' })
  readonly rank!: number

  @Field(() => ID, { description: 'Who it is, anonymised.' })
  readonly contributorId!: string

  @Field(() => Int, { description: 'Its contributions in the period.' })
  readonly contributions!: number

  @Field(() => Int, { description: 'Those of them that were the first of their address.' })
  readonly uniqueContributions!: number

  @Field(() => Int, { description: 'Credits that it earned in the period.' })
  readonly creditsEarned!: number

  @Field(() => Badge, { description: 'What it has earned.' })
  readonly badge!: string
}

@ObjectType({ description: 'Who contributed most to the public pool.' })
export class PoolLeaderboard {
  @Field(() => LeaderboardPeriod, { description: 'The window.' })
  readonly period!: string

  @Field(() => [LeaderboardEntry], { description: 'The contributors, best first.' })
  readonly contributors!: readonly LeaderboardEntry[]
}

@ObjectType({ description: 'Something that happened in the public pool.' })
export class PoolActivityItem {
  @Field(() => ActivityType, { description: 'What kind of thing.' })
  readonly type!: string

  @Field(() => String, { description: 'What happened, for people; it never names an address.' })
  readonly message!: string

  @Field(() => DateTime, { description: 'When it happened.' })
  readonly timestamp!: string

  @Field(() => String, { description: 'An emoji for the type.' })
  readonly icon!: string

  @Field(() => String, { nullable: true, description: 'Who runs the mailboxes of a new domain, when that is known.' })
  readonly provider?: string

  @Field(() => String, { nullable: true, description: 'Of a bulk, where its addresses come from.' })
  readonly source?: string
}

@ObjectType({ description: 'Figures about the activity.' })
class PoolActivityMetrics {
  @Field(() => Int, { description: 'Items that are shown.' })
  readonly eventsShown!: number

  @Field(() => Int, { description: 'Addresses that something happened with in the last hour.' })
  readonly activityLastHour!: number

  @Field(() => String, { description: 'The type that most of the items shown have; `none` where nothing is shown.' })
  readonly mostCommonType!: string
}

@ObjectType({ description: 'What happened in the public pool of late.' })
export class PoolActivity {
  @Field(() => Boolean, { description: 'True.' })
  readonly success!: boolean

  @Field(() => DateTime, { description: 'When this was answered.' })
  readonly timestamp!: string

  @Field(() => [PoolActivityItem], { description: 'The newest first.' })
  readonly activity!: readonly PoolActivityItem[]

  @Field(() => PoolActivityMetrics, { description: 'Figures about it.' })
  readonly metrics!: PoolActivityMetrics
}

@ObjectType({ description: 'How contributors stand.' })
export class ContributorRank {
  @Field(() => Int, { description: 'The place, from 1; 0 before the first contribution.' })
  readonly rank!: number

  @Field(() => String, { description: 'The calling key, partially masked.' })
  readonly apiKeyId!: string

  @Field(() => Int, { description: 'Contributions in the period.' })
  readonly contributions!: number

  @Field(() => String, { description: 'The level, by all contributions: Contributor, Bronze, Silver, Gold, Diamond.' })
  readonly level!: string

  @Field(() => LevelBadge, { description: 'The badge of that level.' })
  readonly levelBadge!: string
}

@ObjectType({ description: 'A level of contributors.' })
export class ContributorLevel {
  @Field(() => String, { description: 'Its name.' })
  readonly name!: string

  @Field(() => Int, { description: 'Contributions that it begins with.' })
  readonly minContributions!: number

  @Field(() => Int, { description: 'Contributors of the public pool at this level.' })
  readonly count!: number
}

@ObjectType({ description: 'What an account contributed in a period.' })
class ContributionSummary {
  @Field(() => Int, { description: 'Contributions.' })
  readonly totalContributions!: number

  @Field(() => Int, { description: 'Those of them that were the first of their address.' })
  readonly uniqueContributions!: number

  @Field(() => Int, { description: 'Credits earned.' })
  readonly totalCredits!: number

  @Field(() => Badge, { description: 'What the account has earned, by all that it ever contributed.' })
  readonly currentBadge!: string
}

@ObjectType({ description: 'One contribution.' })
class Contribution {
  @Field(() => DateTime, { description: 'When it was made.' })
  readonly timestamp!: string

  @Field(() => String, { description: 'Stands for the address; means nothing to other accounts.' })
  readonly emailHash!: string

  @Field(() => Int, { description: 'Credits earned with it.' })
  readonly creditsEarned!: number

  @Field(() => Boolean, { description: 'Whether it was the first of its address.' })
  readonly unique!: boolean
}

@ObjectType({ description: 'Where a page of contributions stands.' })
class Pagination {
  @Field(() => Int, { description: 'The page, from 1.' })
  readonly page!: number

  @Field(() => Int, { description: 'Items of a page.' })
  readonly limit!: number

  @Field(() => Int, { description: 'Items of all pages.' })
  readonly total!: number

  @Field(() => Boolean, { description: 'Whether there is another page.' })
  readonly hasMore!: boolean
}

@ObjectType({ description: 'What the account contributed to its pool.' })
export class ContributionHistory {
  @Field(() => ContributionPeriod, { description: 'The window.' })
  readonly period!: string

  @Field(() => ContributionSummary, { description: 'All of the period.' })
  readonly summary!: ContributionSummary

  @Field(() => [Contribution], { description: 'This page of it, newest first.' })
  readonly contributions!: readonly Contribution[]

  @Field(() => Pagination, { description: 'Where this page stands.' })
  readonly pagination!: Pagination
}

@ObjectType({ description: 'Verdicts that were contributed.' })
class PoolVerdicts {
  @Field(() => Int, { description: 'Those that say an address is valid.' })
  readonly valid!: number

  @Field(() => Int, { description: 'Those that say it is not.' })
  readonly invalid!: number
}

@ObjectType({ description: 'What one account contributed on one UTC day.' })
export class PoolHistoryRow {
  @Field(() => String, { description: 'The UTC day, `yyyy-mm-dd`.' })
  readonly day!: string

  @Field(() => ID, { description: 'Who contributed, anonymised.' })
  readonly contributorId!: string

  @Field(() => Int, { description: 'Contributions.' })
  readonly contributions!: number

  @Field(() => Int, { description: 'Those of them that were the first of their address.' })
  readonly uniqueContributions!: number

  @Field(() => Int, { description: 'Credits earned.' })
  readonly creditsEarned!: number

  @Field(() => PoolVerdicts, { description: 'What they say.' })
  readonly verdicts!: PoolVerdicts
}
