// The read model of the audit log: one entry per change, of every feature whose events are changes by somebody.
import type { Projection } from '../../../eventing/projection.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { idOf } from '../../../kernel/stream.js'
import type { AccountEvent } from '../../accounts/events.js'
import type { BatchCancelled, BatchDeleted, BatchSubmitted } from '../../batches/events.js'
import type { RulesEvent } from '../../rules/events.js'
import type { WebhookEvent } from '../../webhooks/events.js'

type AuditedEvent =
  | Exclude<AccountEvent, { type: 'AccountErased' | 'EmailConfirmationRequested' | 'EmailConfirmed' }>
  | BatchSubmitted
  | BatchCancelled
  | BatchDeleted
  | RulesEvent
  | WebhookEvent

/** What happened. */
export type AuditKind = (typeof KINDS)[AuditedEvent['type']]

/** Who acted: somebody with a key of the account, or who created it; the operator; or the service itself. */
export type AuditActor = 'account' | 'operator' | 'system'

export type AuditDocument = {
  readonly owner: string
  /** Id of the event. */
  readonly event: string
  readonly at: string
  readonly kind: AuditKind
  readonly actor: AuditActor
  /** Id of the API key; null without one, and in events of release 1.0.0 and earlier. */
  readonly key: string | null
  readonly requestId: string
  /** Id of the key, webhook or batch, or the name of the list; null if it is the account itself, or its rules. */
  readonly subject: string | null
  /** What it was changed to, in a few words; null if the kind says it all. Contains no text of a person. */
  readonly detail: string | null
}

const KINDS = {
  AccountRegistered: 'account_created',
  ApiKeyGenerated: 'key_created',
  RestrictedKeyGenerated: 'key_created',
  ApiKeyRevoked: 'key_revoked',
  PlanChanged: 'plan_changed',
  LimitsOverridden: 'limits_changed',
  AddressKeepingChanged: 'address_keeping_changed',
  BatchSubmitted: 'batch_submitted',
  BatchCancelled: 'batch_cancelled',
  BatchDeleted: 'batch_deleted',
  RulesDraftPut: 'rules_draft_changed',
  RulesActivated: 'rules_activated',
  RulesRolledBack: 'rules_rolled_back',
  ListPut: 'list_changed',
  WebhookRegistered: 'webhook_created',
  WebhookChanged: 'webhook_changed',
  WebhookSecretRotated: 'webhook_secret_rotated',
  WebhookDisabled: 'webhook_disabled',
  WebhookEnabled: 'webhook_enabled',
  WebhookDeleted: 'webhook_deleted',
} as const satisfies { readonly [type in AuditedEvent['type']]: string }

/** Changes, newest last. Key: position of the event, so that entries of the same moment are in the order of the log. */
export const auditEntries: Projection<AuditedEvent, AuditDocument> = {
  name: 'audit_entries',
  version: 1,
  indexes: {
    byOwner: ['owner', 'at', '_id'],
    byOwnerKind: ['owner', 'kind', 'at', '_id'],
    byOwnerKey: ['owner', 'key', 'at', '_id'],
    byOwnerKindKey: ['owner', 'kind', 'key', 'at', '_id'],
  },
  times: { at: 'iso' },
  keys: ({ type, position }) => (Object.hasOwn(KINDS, type) ? [position] : []),
  begins: () => true,
  apply: (_, event) => ({
    owner: event.data.account,
    event: event.id,
    at: event.recordedAt,
    kind: KINDS[event.type],
    actor: actorOf(event.meta.actor),
    key: event.meta.key ?? null,
    requestId: event.meta.correlationId,
    ...changeOf(event),
  }),
}

const actorOf = (actor: string): AuditActor => (actor === 'operator' || actor === 'system' ? actor : 'account')

type Change = Pick<AuditDocument, 'subject' | 'detail'>

function changeOf({ type, stream, recordedAt, data }: Recorded<AuditedEvent>): Change {
  switch (type) {
    case 'AccountRegistered':
    case 'PlanChanged':
      return { subject: null, detail: data.plan }
    case 'ApiKeyGenerated':
      return { subject: data.key, detail: data.masked }
    case 'RestrictedKeyGenerated':
      return { subject: data.key, detail: `${data.masked}: ${data.scopes.join(', ')}` }
    case 'ApiKeyRevoked':
      return { subject: data.key, detail: data.effectiveAt > recordedAt ? `from ${data.effectiveAt}` : null }
    case 'LimitsOverridden':
      return { subject: null, detail: `${limit(data.perMinute)} per minute, ${limit(data.perMonth)} per month` }
    case 'AddressKeepingChanged':
      return { subject: null, detail: counted(data.days, 'day') }
    case 'BatchSubmitted':
      return { subject: idOf(stream), detail: counted(data.total, 'row') }
    case 'BatchCancelled':
    case 'BatchDeleted':
      return { subject: idOf(stream), detail: null }
    case 'RulesDraftPut':
      return { subject: null, detail: null }
    case 'RulesActivated':
      return { subject: null, detail: `version ${data.version}: ${counted(data.count, 'rule')}` }
    case 'RulesRolledBack':
      return { subject: null, detail: `version ${data.version}` }
    case 'ListPut': {
      const { domains, addresses } = data.entries
      return {
        subject: data.list,
        detail: `${counted(domains, 'domain')}, ${counted(addresses, 'address', 'addresses')}`,
      }
    }
    case 'WebhookRegistered':
      return { subject: data.webhook, detail: data.events.join(', ') }
    case 'WebhookChanged':
      return { subject: data.webhook, detail: changed({ URL: data.url, events: data.events?.join(', ') ?? null }) }
    case 'WebhookDisabled':
      return { subject: data.webhook, detail: data.reason }
    case 'WebhookSecretRotated':
    case 'WebhookEnabled':
    case 'WebhookDeleted':
      return { subject: data.webhook, detail: null }
  }
}

const limit = (value: number | null): string => (value === null ? "the plan's limit" : String(value))

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** A URL may hold a token, so that only its change is told. */
const changed = ({ URL, events }: { readonly URL: string | null; readonly events: string | null }): string | null =>
  [URL !== null && 'URL', events !== null && `events: ${events}`].filter(Boolean).join('; ') || null
