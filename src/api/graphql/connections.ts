import { Field, Int, ObjectType } from 'type-graphql'
import { Batch, BatchResult } from '../batches/types.js'
import { PoolHistoryRow } from '../pool/types.js'
import { Delivery } from '../webhooks/types.js'
import { connectionOf } from './connection.js'

@ObjectType({ description: 'A page of batches, newest first.' })
export class BatchConnection extends connectionOf(Batch, 'batches') {
  @Field(() => Int, { description: 'Number of batches in the whole list.' })
  totalCount(): Promise<number> {
    return this.count()
  }

  readonly count!: () => Promise<number>
}

@ObjectType({ description: 'A page of batch results, in input order.' })
export class BatchResultConnection extends connectionOf(BatchResult, 'results') {
  @Field(() => Int, {
    nullable: true,
    description: 'Number of results in the whole list; null when filtered.',
  })
  readonly totalCount!: number | null
}

@ObjectType({ description: 'A page of deliveries, newest first.' })
export class DeliveryConnection extends connectionOf(Delivery, 'deliveries') {}

@ObjectType('PoolHistoryConnection', {
  description: 'A page of pool history rows, ordered by day and then by contributor.',
})
export class PoolHistoryConnection extends connectionOf(PoolHistoryRow, 'rows') {}
