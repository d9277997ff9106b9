// GraphQL inputs of webhook mutations.
import { Field, ID, InputType } from 'type-graphql'
import { WebhookEvent, WebhookStatus } from './types.js'

const EVENTS = 'Events to subscribe to. Default: all but notices about webhooks (`WEBHOOK_…`).'
const HEADERS = 'Headers that every request carries besides those of the service, at most 20.'
const AUTHORITY = 'Certificates of authorities, as PEM, that are trusted besides the public ones.'

@InputType({ description: 'A header of HTTP requests.' })
export class HeaderInput {
  @Field(() => String, { description: 'Name, such as `X-Environment`.' })
  readonly name!: string

  @Field(() => String, { description: 'Value: 1 to 1,000 printable ASCII characters. It is never shown again.' })
  readonly value!: string
}

@InputType({ description: 'The URL and the event subscriptions of a new webhook.' })
export class CreateWebhookInput {
  @Field(() => String, {
    description:
      'URL that events are sent to (`http` or `https`). Its port is 443, 80, or one from 1024 that is not usual for a database or another service; its host must resolve to a public IP address.',
  })
  readonly url!: string

  @Field(() => [WebhookEvent], { nullable: true, description: EVENTS })
  readonly events?: readonly string[] | null

  @Field(() => [HeaderInput], { nullable: true, description: `${HEADERS} Default: none.` })
  readonly headers?: readonly HeaderInput[] | null

  @Field(() => String, { nullable: true, description: `${AUTHORITY} Default: none.` })
  readonly certificateAuthority?: string | null
}

@InputType({ description: 'Changes to a webhook; omitted fields stay unchanged.' })
export class UpdateWebhookInput {
  @Field(() => ID, { description: 'The `id` of the webhook to change.' })
  readonly id!: string

  @Field(() => String, { nullable: true, description: 'New URL that events are sent to.' })
  readonly url?: string | null

  @Field(() => [WebhookEvent], { nullable: true, description: 'Events to subscribe to instead of the present ones.' })
  readonly events?: readonly string[] | null

  @Field(() => WebhookStatus, {
    nullable: true,
    description: 'ENABLED makes pending deliveries due immediately; DISABLED abandons them.',
  })
  readonly status?: string | null

  @Field(() => [HeaderInput], {
    nullable: true,
    description: `${HEADERS} They replace the present ones; an empty list removes them. A change of the URL needs them, too.`,
  })
  readonly headers?: readonly HeaderInput[] | null

  @Field(() => String, {
    nullable: true,
    description: `${AUTHORITY} They replace the present ones; an empty text removes them.`,
  })
  readonly certificateAuthority?: string | null
}

@InputType({ description: 'Which webhook to delete.' })
export class DeleteWebhookInput {
  @Field(() => ID, { description: 'The `id` of a webhook of the account.' })
  readonly id!: string
}

@InputType({ description: 'Which webhook gets a new signing secret.' })
export class RotateWebhookSecretInput {
  @Field(() => ID, { description: 'The `id` of a webhook of the account.' })
  readonly id!: string
}

@InputType({ description: 'Which webhook to send a test event to.' })
export class TestWebhookInput {
  @Field(() => ID, { description: 'The `id` of an enabled webhook.' })
  readonly id!: string
}

@InputType({ description: 'Which failed deliveries to send again.' })
export class ReplayDeliveriesInput {
  @Field(() => ID, { description: 'The `id` of an enabled webhook, or `job_<batch>`.' })
  readonly webhookId!: string

  @Field(() => String, { description: 'Since when: a time, or a UTC date for its start.' })
  readonly since!: string
}

@InputType({ description: 'Which delivery to send again.' })
export class ResendDeliveryInput {
  @Field(() => ID, { description: 'The `id` of the webhook that the delivery belongs to.' })
  readonly webhookId!: string

  @Field(() => ID, { description: 'Its `id`, as listed under the `deliveries` of the webhook.' })
  readonly deliveryId!: string
}
