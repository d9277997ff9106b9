import { Field, Int, ObjectType } from 'type-graphql'
import { Batch, BatchResult } from '../batches/types.js'
import { PoolHistoryRow } from '../pool/types.js'
import { Delivery } from '../webhooks/types.js'
import { connectionOf } from './connection.js'

@ObjectType({ description: 'A page of batches, newest first.' })
export class BatchConnection extends connectionOf(Batch, 'batches') {
  @Field(() => Int, { description: 'How many batches the whole list has.' })
  totalCount(): Promise<number> {
    return this.count()
  }

  readonly count!: () => Promise<number>
}

@ObjectType({ description: 'A page of the results of a batch, in the order of the input.' })
export class BatchResultConnection extends connectionOf(BatchResult, 'results') {
  @Field(() => Int, {
    nullable: true,
    description: 'How many results the whole list has; null where only some verdicts are asked for.',
  })
  readonly totalCount!: number | null
}

@ObjectType({ description: 'A page of deliveries, newest first.' })
export class DeliveryConnection extends connectionOf(Delivery, 'deliveries') {}

@ObjectType('PoolHistoryConnection', {
  description: 'A page of the history of a pool, by day and then by contributor.',
})
export class PoolHistoryConnection extends connectionOf(PoolHistoryRow, 'rows') {}
