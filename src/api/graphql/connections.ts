// The connections of the schema: pages of lists, with what each can count.
import { Extensions, Field, Int, ObjectType } from 'type-graphql'
import { AuditEntry } from '../audit/types.js'
import { BacktestSummary } from '../backtests/types.js'
import { Batch, BatchResult } from '../batches/types.js'
import { PoolHistoryRow } from '../pool/types.js'
import { RulesVersionSummary } from '../rules/types.js'
import { LoggedDecision } from '../verdicts/types.js'
import { Delivery } from '../webhooks/types.js'
import { defineConnection } from './connection.js'

@ObjectType({ description: 'A page of batches, newest first.' })
export class BatchConnection extends defineConnection(Batch, 'batches') {
  @Field(() => Int, { description: 'Number of batches in the whole list.' })
  totalCount(): Promise<number> {
    return this.count()
  }

  readonly count!: () => Promise<number>
}

@ObjectType({ description: 'A page of batch results, in input order.' })
export class BatchResultConnection extends defineConnection(BatchResult, 'results') {
  @Field(() => Int, {
    nullable: true,
    description: 'Number of results in the whole list; null when filtered.',
  })
  readonly totalCount!: number | null
}

@ObjectType({ description: 'A page of deliveries, newest first.' })
export class DeliveryConnection extends defineConnection(Delivery, 'deliveries') {
  // An operation may count those of fifty webhooks.
  @Extensions({ cost: 10 })
  @Field(() => Int, { description: 'Number of deliveries in the whole list.' })
  totalCount(): Promise<number> {
    return this.count()
  }

  readonly count!: () => Promise<number>
}

@ObjectType('DecisionConnection', { description: 'A page of decisions, newest first.' })
export class DecisionConnection extends defineConnection(LoggedDecision, 'decisions') {}

@ObjectType('PoolHistoryConnection', {
  description: 'A page of pool history rows, ordered by day and then by contributor.',
})
export class PoolHistoryConnection extends defineConnection(PoolHistoryRow, 'rows') {}

@ObjectType('AuditConnection', { description: 'A page of the audit log, newest first.' })
export class AuditConnection extends defineConnection(AuditEntry, 'entries') {
  @Field(() => Int, { description: 'Number of entries in the whole list.' })
  totalCount(): Promise<number> {
    return this.count()
  }

  readonly count!: () => Promise<number>
}

@ObjectType('BacktestConnection', { description: 'A page of backtests, newest first.' })
export class BacktestConnection extends defineConnection(BacktestSummary, 'backtests') {
  @Field(() => Int, { description: 'Number of backtests in the whole list.' })
  totalCount(): Promise<number> {
    return this.count()
  }

  readonly count!: () => Promise<number>
}

@ObjectType('RulesVersionConnection', { description: 'A page of versions of the rules, newest first.' })
export class RulesVersionConnection extends defineConnection(RulesVersionSummary, 'versions') {
  @Field(() => Int, { description: 'Number of versions in the whole list.' })
  readonly totalCount!: number
}
