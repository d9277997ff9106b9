import { Field, ID, Int, ObjectType } from 'type-graphql'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'

const WebhookEvent = enumOf('WebhookEvent', 'What a webhook may be told of.', {
  'verification.completed': 'A single verification was answered.',
  'bulk.completed': 'A batch or an upload has ended, however it ended.',
  'usage.limit_reached': 'The addresses of the month are used up.',
})
const WebhookStatus = enumOf('WebhookStatus', 'Whether a webhook is called.', {
  enabled: 'It is called.',
  disabled: 'It is not called; `disabledReason` says why.',
})
const DisabledReason = enumOf('DisabledReason', 'Why a webhook is not called.', {
  by_request: 'You wished it.',
  gone: 'It answered 410.',
  failing: 'It failed for five days.',
  backlog: 'Too much waited for it.',
})
const DeliveryStatus = enumOf('DeliveryStatus', 'What became of a delivery.', {
  pending: 'More attempts will be made.',
  delivered: 'It arrived.',
  failed: 'No more attempts will be made.',
})

@ObjectType({ description: 'A webhook and its state.' })
export class Webhook {
  @Field(() => ID, { description: 'Identifies the webhook.' })
  readonly id!: string

  @Field(() => String, { description: 'What is called.' })
  readonly url!: string

  @Field(() => [WebhookEvent], { description: 'Of what it is told.' })
  readonly events!: readonly string[]

  @Field(() => WebhookStatus, { description: 'Whether it is called.' })
  readonly status!: string

  @Field(() => DisabledReason, { nullable: true, description: 'Why it is not called; null while it is enabled.' })
  readonly disabledReason!: string | null

  @Field(() => DateTime, { description: 'When it was made.' })
  readonly createdAt!: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  readonly updatedAt!: string

  @Field(() => DateTime, { nullable: true, description: 'When a delivery last arrived; null when none has.' })
  readonly lastSuccessAt!: string | null

  @Field(() => DateTime, { nullable: true, description: 'When an attempt last failed; null when none has.' })
  readonly lastFailureAt!: string | null

  @Field(() => Int, { description: 'Attempts that failed since the last one that did not.' })
  readonly consecutiveFailures!: number
}

@ObjectType({ description: 'One attempt to deliver.' })
class DeliveryAttempt {
  @Field(() => DateTime, { description: 'When it was made.' })
  readonly at!: string

  @Field(() => Int, { nullable: true, description: 'The status of the answer; null when there was none.' })
  readonly statusCode!: number | null

  @Field(() => Int, { description: 'How long it took, in milliseconds.' })
  readonly durationMs!: number

  @Field(() => String, { nullable: true, description: 'The beginning of the answer, or why there was none.' })
  readonly response!: string | null
}

@ObjectType({ description: 'What was sent to a webhook, or will be.' })
export class Delivery {
  @Field(() => ID, { description: 'Identifies the delivery; the `webhook-id` of every attempt.' })
  readonly id!: string

  @Field(() => String, { description: 'What it tells of, as `type` of its body says.' })
  readonly event!: string

  @Field(() => DeliveryStatus, { description: 'What became of it.' })
  readonly status!: string

  @Field(() => DateTime, { description: 'When it was made.' })
  readonly createdAt!: string

  @Field(() => DateTime, { nullable: true, description: 'When the next attempt is due; null when none is.' })
  readonly nextAttemptAt!: string | null

  @Field(() => [DeliveryAttempt], { description: 'The attempts, oldest first.' })
  readonly attempts!: readonly DeliveryAttempt[]
}
