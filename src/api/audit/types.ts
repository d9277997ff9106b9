// GraphQL types of the audit log.
import { Field, ID, ObjectType } from 'type-graphql'
import type { AuditActor, AuditKind } from '../../features/audit/index.js'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'

export const AuditKindEnum = enumOf<AuditKind>('AuditKind', 'What happened.', {
  account_created: 'The account was created.',
  key_created: 'An API key was created.',
  key_revoked: 'An API key was revoked.',
  plan_changed: 'The account got another plan.',
  limits_changed: 'The account got limits of its own, or those of its plan again.',
  address_keeping_changed: 'Masked addresses are kept for another time, or not at all.',
  batch_submitted: 'A list or a file was submitted.',
  batch_cancelled: 'A batch in progress was cancelled.',
  batch_deleted: 'The files and results of a batch were deleted.',
  rules_draft_changed: 'The draft of the rules was changed.',
  rules_activated: 'The draft of the rules became live.',
  rules_rolled_back: 'An earlier version of the rules is live again.',
  list_changed: 'The allow or the deny list was replaced.',
  webhook_created: 'A webhook was registered.',
  webhook_changed: 'The URL or the events of a webhook were changed.',
  webhook_secret_rotated: 'A webhook got another secret.',
  webhook_disabled: 'A webhook was disabled.',
  webhook_enabled: 'A webhook was enabled.',
  webhook_deleted: 'A webhook was deleted.',
})

const AuditActorEnum = enumOf<AuditActor>('AuditActor', 'Who acted.', {
  account: 'Somebody with a key of the account, or whoever created it.',
  operator: 'Who runs the service.',
  system: 'The service itself.',
})

@ObjectType('AuditEntry', { description: 'Something that was changed in the account, and by whom.' })
export class AuditEntry {
  @Field(() => ID, { description: 'Identifies the entry.' })
  readonly id!: string

  @Field(() => DateTime, { description: 'When it was recorded.' })
  readonly at!: string

  @Field(() => AuditKindEnum, { description: 'What happened.' })
  readonly kind!: AuditKind

  @Field(() => AuditActorEnum, { description: 'Who acted.' })
  readonly actor!: AuditActor

  @Field(() => ID, {
    nullable: true,
    description: '`id` of the API key that was used; null if there was none, or it was not recorded.',
  })
  readonly key!: string | null

  @Field(() => String, { description: 'The `X-Request-ID` of the request.' })
  readonly requestId!: string

  @Field(() => String, {
    nullable: true,
    description: 'ID of the key, webhook or batch, or the name of the list; null for the account and its rules.',
  })
  readonly subject!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'What it was changed to, in a few words for people; null if the kind says it all.',
  })
  readonly detail!: string | null
}
