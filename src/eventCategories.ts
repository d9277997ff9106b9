// Every event type that the service writes, and where.
import type { EventTypes } from './eventing/upcast.js'
import type { Category } from './kernel/stream.js'

/**
 * Every event type of the service, with the category of the streams that contain it. In a KurrentDB that is shared with
 * others, events of other types and streams are not ours. `test/eventing/eventContracts.test.ts` keeps it complete.
 */
const CATEGORIES: { readonly [type: string]: Category } = {
  AccountRegistered: 'account',
  ApiKeyGenerated: 'account',
  RestrictedKeyGenerated: 'account',
  ApiKeyRevoked: 'account',
  PlanChanged: 'account',
  LimitsOverridden: 'account',
  AddressKeepingChanged: 'account',
  EmailConfirmationRequested: 'account',
  EmailConfirmed: 'account',
  AccountErased: 'account',
  ApiKeyIssued: 'key',
  InviteIssued: 'invite',
  AddressVerified: 'usage',
  AddressesVerified: 'usage',
  UsageThresholdReached: 'limit',
  UsageLimitReached: 'limit',
  BatchSubmitted: 'batch',
  BatchStarted: 'batch',
  BatchRunFailed: 'batch',
  BatchChunkVerified: 'batch',
  BatchCompleted: 'batch',
  BatchFailed: 'batch',
  BatchCancelled: 'batch',
  BatchMailboxesAsked: 'batch',
  BatchMailboxesEnded: 'batch',
  BatchDeleted: 'batch',
  WebhookRegistered: 'webhook',
  WebhookChanged: 'webhook',
  WebhookSecretRotated: 'webhook',
  WebhookDisabled: 'webhook',
  WebhookEnabled: 'webhook',
  WebhookDeleted: 'webhook',
  OutcomesRecorded: 'outcomes',
  MailboxChecked: 'mailbox',
  MailboxForgotten: 'mailbox',
  RulesDraftPut: 'rules',
  RulesActivated: 'rules',
  RulesRolledBack: 'rules',
  ListPut: 'rules',
  ListChunkPut: 'list',
  BacktestRequested: 'backtest',
  BacktestAdvanced: 'backtest',
  BacktestCompleted: 'backtest',
  BacktestCancelled: 'backtest',
  BacktestFailed: 'backtest',
  ValidationContributed: 'address',
  AddressForgotten: 'address',
  EventSetAside: 'log',
}

export const eventCategories: ReadonlyMap<string, Category> = new Map(Object.entries(CATEGORIES))

/** The types that the program knows. An older program refuses a log with types that it does not know and may not ignore. */
export const eventTypes: EventTypes = { known: Object.keys(CATEGORIES), ignorable: new Set() }

/**
 * Categories of streams that end: with a month, or when the batch is complete. No command loads one after that, so its events
 * may leave the live log; those of all others stay, also in the archive.
 */
const ENDING: ReadonlySet<Category> = new Set(['usage', 'limit', 'batch', 'mailbox'])

/** Whether an event stays in the live log when it is archived, because commands load its stream. */
export function staysLive(type: string): boolean {
  const category = eventCategories.get(type)
  return category === undefined || !ENDING.has(category)
}
