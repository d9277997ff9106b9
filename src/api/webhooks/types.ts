// GraphQL types of webhooks and their deliveries.
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'

export const WebhookEvent = enumOf('WebhookEvent', 'An event that a webhook can subscribe to.', {
  'verification.completed': 'A single verification was completed.',
  'bulk.completed': 'A batch or upload completed, failed or was cancelled.',
  'usage.limit_reached': 'The monthly quota is used up.',
  'usage.threshold_reached': '50, 70 or 90 % of the monthly quota are used.',
  'webhook.disabled': 'The service has disabled another webhook of the account.',
  'webhook.recovered': 'Deliveries to a webhook of the account arrive again.',
})
export const WebhookStatus = enumOf('WebhookStatus', 'Whether events are delivered to a webhook.', {
  enabled: 'Events are delivered.',
  disabled: 'No events are delivered; see `disabledReason`.',
})
const DisabledReason = enumOf('DisabledReason', 'Why a webhook is disabled.', {
  by_request: 'Disabled through the API.',
  gone: 'The endpoint responded with 410 Gone.',
  failing: 'Deliveries failed for five days.',
  backlog: 'Too many deliveries were pending.',
})
const DeliveryStatus = enumOf('DeliveryStatus', 'Progress of a delivery.', {
  pending: 'Not delivered yet; more attempts will follow.',
  delivered: 'The endpoint accepted it.',
  failed: 'Not delivered; no more attempts will follow.',
})

@ObjectType({ description: 'A URL that receives signed notifications of events, and its state.' })
export class Webhook {
  @Field(() => ID, { description: 'Unique ID of the webhook, starting with `wh_`.' })
  readonly id!: string

  @Field(() => String, { description: 'URL that events are sent to.' })
  readonly url!: string

  @Field(() => [WebhookEvent], { description: 'Events that the webhook is subscribed to.' })
  readonly events!: readonly string[]

  @Field(() => [String], { description: 'Names of the headers that were added to its requests; values are not shown.' })
  readonly headerNames!: readonly string[]

  @Field(() => String, {
    nullable: true,
    description:
      'Certificates of authorities, as PEM, that are trusted besides the public ones; null if there are none.',
  })
  readonly certificateAuthority!: string | null

  @Field(() => WebhookStatus, { description: 'Whether events are delivered to the webhook.' })
  readonly status!: string

  @Field(() => DisabledReason, {
    nullable: true,
    description: 'Why the webhook is disabled; null while it is enabled.',
  })
  readonly disabledReason!: string | null

  @Field(() => DateTime, { description: 'When the webhook was created.' })
  readonly createdAt!: string

  @Field(() => DateTime, { description: 'When the webhook was last changed.' })
  readonly updatedAt!: string

  @Field(() => DateTime, { nullable: true, description: 'When a delivery last succeeded; null if none has.' })
  readonly lastSuccessAt!: string | null

  @Field(() => DateTime, { nullable: true, description: 'When an attempt last failed; null if none has.' })
  readonly lastFailureAt!: string | null

  @Field(() => Int, { description: 'Failed attempts since the last successful one.' })
  readonly consecutiveFailures!: number
}

@ObjectType({ description: 'An attempt to deliver an event.' })
class DeliveryAttempt {
  @Field(() => DateTime, { description: 'When the attempt was made.' })
  readonly at!: string

  @Field(() => Int, { nullable: true, description: 'HTTP status of the response; null if there was none.' })
  readonly statusCode!: number | null

  @Field(() => Int, { description: 'Duration in milliseconds.' })
  readonly durationMs!: number

  @Field(() => String, {
    nullable: true,
    description: 'Beginning of the response body, or the reason why there was no response.',
  })
  readonly response!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Where a redirect pointed to, which is not followed; null for other responses.',
  })
  readonly location!: string | null
}

@ObjectType({ description: 'An event sent, or to be sent, to a webhook.' })
export class Delivery {
  @Field(() => ID, { description: 'ID of the delivery, sent as `webhook-id` with every attempt.' })
  readonly id!: string

  @Field(() => String, { description: 'Event type, as in `type` of the body.' })
  readonly event!: string

  @Field(() => DeliveryStatus, { description: 'Whether the event has arrived, or will be sent again.' })
  readonly status!: string

  @Field(() => DateTime, { description: 'When the delivery was created.' })
  readonly createdAt!: string

  @Field(() => DateTime, { nullable: true, description: 'When the next attempt is due; null if none is.' })
  readonly nextAttemptAt!: string | null

  @Field(() => [DeliveryAttempt], { description: 'Delivery attempts, oldest first.' })
  readonly attempts!: readonly DeliveryAttempt[]
}

@ObjectType({ description: 'A webhook and its signing secret.' })
export class WebhookWithSecret {
  @Field(() => Boolean, { description: 'Always true.' })
  readonly success!: true

  @Field(() => Webhook, { description: 'The webhook as it will be listed.' })
  readonly webhook!: Webhook

  @Field(() => String, { description: 'The signing secret, `whsec_…`. It is shown only once, in this response.' })
  readonly secret!: string
}

@ObjectType({ description: 'Confirmation that a webhook was deleted.' })
export class WebhookDeleted {
  @Field(() => Boolean, { description: 'Always true.' })
  readonly success!: true

  @Field(() => String, { description: 'A human-readable confirmation.' })
  readonly message!: string
}

@ObjectType({ description: 'How many deliveries will be sent again.' })
export class DeliveriesReplayed {
  @Field(() => Boolean, { description: 'Always true.' })
  readonly success!: true

  @Field(() => Int, { description: 'Number of deliveries that will be sent again.' })
  readonly replayed!: number

  @Field(() => Boolean, { description: 'Whether there are more; ask again once these have been sent.' })
  readonly more!: boolean
}

@ObjectType({ description: 'Confirmation that a test event will be sent.' })
export class WebhookTested {
  @Field(() => Boolean, { description: 'Always true.' })
  readonly success!: true

  @Field(() => ID, { description: 'ID of the delivery, listed under the `deliveries` of the webhook.' })
  readonly deliveryId!: string
}
