// Made from web/dashboard/api/operations.graphql by `npm run generate`. Do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What must be so for the draft to be activated. */
export type ActivateRulesInput = {
  /** The `updatedAt` of the draft, so that no other one is activated. Default: any. */
  draftUpdatedAt?: string | null | undefined;
  /** The version that must be live; 0 = no rules. Default: any. */
  liveVersion?: number | null | undefined;
};

/** Type of a pool event. */
export type ActivityType =
  /** Validations from a batch were contributed. */
  | 'BULK'
  /** A verification was answered from the pool. */
  | 'CACHE_HIT'
  /** As many accounts as an address needs have now contributed addresses of the domain. */
  | 'NEW_DOMAIN'
  /** A validation was contributed. */
  | 'VALIDATION';

/** Who acted. */
export type AuditActor =
  /** Somebody with a key of the account, or whoever created it. */
  | 'ACCOUNT'
  /** Who runs the service. */
  | 'OPERATOR'
  /** The service itself. */
  | 'SYSTEM';

/** What happened. */
export type AuditKind =
  /** The account was created. */
  | 'ACCOUNT_CREATED'
  /** Masked addresses are kept for another time, or not at all. */
  | 'ADDRESS_KEEPING_CHANGED'
  /** A batch in progress was cancelled. */
  | 'BATCH_CANCELLED'
  /** The files and results of a batch were deleted. */
  | 'BATCH_DELETED'
  /** A list or a file was submitted. */
  | 'BATCH_SUBMITTED'
  /** An API key was created. */
  | 'KEY_CREATED'
  /** An API key was revoked. */
  | 'KEY_REVOKED'
  /** The account got limits of its own, or those of its plan again. */
  | 'LIMITS_CHANGED'
  /** The allow or the deny list was replaced. */
  | 'LIST_CHANGED'
  /** The account got another plan. */
  | 'PLAN_CHANGED'
  /** The draft of the rules became live. */
  | 'RULES_ACTIVATED'
  /** The draft of the rules was changed. */
  | 'RULES_DRAFT_CHANGED'
  /** An earlier version of the rules is live again. */
  | 'RULES_ROLLED_BACK'
  /** The URL or the events of a webhook were changed. */
  | 'WEBHOOK_CHANGED'
  /** A webhook was registered. */
  | 'WEBHOOK_CREATED'
  /** A webhook was deleted. */
  | 'WEBHOOK_DELETED'
  /** A webhook was disabled. */
  | 'WEBHOOK_DISABLED'
  /** A webhook was enabled. */
  | 'WEBHOOK_ENABLED'
  /** A webhook got another secret. */
  | 'WEBHOOK_SECRET_ROTATED';

/** What was, or would have been, done with an address. */
export type BacktestDecision =
  /** Accept the address. */
  | 'ALLOW'
  /** Refuse the address. */
  | 'DENY'
  /** Look at the address. */
  | 'REVIEW'
  /** It was not recorded, or depends on what was not. */
  | 'UNKNOWN';

/** Which of the account's own lists count. */
export type BacktestLists =
  /** Those at the time of the request. */
  | 'NOW'
  /** Those that were in force at each verification. */
  | 'THEN';

/** How far a backtest is. */
export type BacktestStatus =
  /** It was ended early. */
  | 'CANCELLED'
  /** Every verification of the period has been looked at. */
  | 'COMPLETED'
  /** Verifications of the period cannot be read. */
  | 'FAILED'
  /** It has not begun yet. */
  | 'PENDING'
  /** It goes on. */
  | 'RUNNING';

/** Rules that are tried. */
export type BacktestedRules =
  /** Those that were written last, and may never have decided. */
  | 'DRAFT'
  /** The version that decides now. */
  | 'LIVE';

/** Badge for the total number of contributions. */
export type Badge =
  /** At least one contribution. */
  | 'BRONZE'
  /** At least 10,000 contributions. */
  | 'GOLD'
  /** At least 100,000 contributions. */
  | 'PLATINUM'
  /** At least 1,000 contributions. */
  | 'SILVER';

/** Status of a batch. `COMPLETED`, `FAILED` and `CANCELLED` are final. */
export type BatchStatus =
  /** Cancelled on request; rows processed before that have verdicts. */
  | 'CANCELLED'
  /** Every row has a verdict. */
  | 'COMPLETED'
  /** Processing failed; see `failure`. */
  | 'FAILED'
  /** Processing has not started. */
  | 'PENDING'
  /** Addresses are being verified. */
  | 'PROCESSING';

/** The backtest that is to end. */
export type CancelBacktestInput = {
  /** As returned by `createBacktest` or listed by `backtests`. */
  id: string | number;
};

/** Which batch to cancel or delete. */
export type CancelBatchInput = {
  /** Do nothing unless the batch is in this state. A cancelled batch is deleted only with ENDED. */
  expect?: ExpectedBatch | null | undefined;
  /** As answered when it was submitted, or the `job_id` of an upload. */
  id: string | number;
};

/** Contact details of the new account. */
export type CreateAccountInput = {
  /** The owner's contact address. Must be an email address (RFC 5321). */
  email: string;
  /** Code of an invitation, where the operator requires one. It can be used once. */
  invite?: string | null | undefined;
  /** The owner's name, 1 to 100 characters. */
  name?: string | null | undefined;
};

/** Which rules are tried, and on which period. */
export type CreateBacktestInput = {
  /** Start: a time, or a UTC date. At most 366 days before the end. Default: 30 days before it. */
  from?: string | null | undefined;
  /** Which of the account's own lists count. Default: those that were in force at each verification. */
  lists?: BacktestLists | null | undefined;
  /** The rules. Default: the draft, unless `version` is given. */
  rules?: BacktestedRules | null | undefined;
  /** End, exclusive: a time, or a UTC date, with its whole day. Default: now. */
  to?: string | null | undefined;
  /** Number of a version, from 1; not together with `rules`. */
  version?: number | null | undefined;
};

/** The URL and the event subscriptions of a new webhook. */
export type CreateWebhookInput = {
  /** Certificates of authorities, as PEM, that are trusted besides the public ones. Default: none. */
  certificateAuthority?: string | null | undefined;
  /** Events to subscribe to. Default: all but notices about webhooks (`WEBHOOK_…`). */
  events?: Array<WebhookEvent> | null | undefined;
  /** Headers that every request carries besides those of the service, at most 20. Default: none. */
  headers?: Array<HeaderInput> | null | undefined;
  /** URL that events are sent to (`http` or `https`). Its port is 443, 80, or one from 1024 that is not usual for a database or another service; its host must resolve to a public IP address. */
  url: string;
};

/** Recommended decision on an address. */
export type Decision =
  /** Accept it. */
  | 'ALLOW'
  /** Reject it. */
  | 'DENY'
  /** Inconclusive: review it manually or by other means. */
  | 'REVIEW';

/** Which webhook to delete. */
export type DeleteWebhookInput = {
  /** The `id` of a webhook of the account. */
  id: string | number;
};

/** Progress of a delivery. */
export type DeliveryStatus =
  /** The endpoint accepted it. */
  | 'DELIVERED'
  /** Not delivered; no more attempts will follow. */
  | 'FAILED'
  /** Not delivered yet; more attempts will follow. */
  | 'PENDING';

/** Why a webhook is disabled. */
export type DisabledReason =
  /** Too many deliveries were pending. */
  | 'BACKLOG'
  /** Disabled through the API. */
  | 'BY_REQUEST'
  /** Deliveries failed for five days. */
  | 'FAILING'
  /** The endpoint responded with 410 Gone. */
  | 'GONE';

/** Whether the owner's address is confirmed. */
export type EmailConfirmation =
  /** The owner followed the link that was sent to it. */
  | 'CONFIRMED'
  /** This installation sends no mail, so that addresses are not confirmed. Sandbox keys see no other value. */
  | 'OFF'
  /** Not yet: `requestConfirmation` has another link sent. */
  | 'PENDING';

/** What a batch is taken for. */
export type ExpectedBatch =
  /** It has completed, failed or been cancelled. */
  | 'ENDED'
  /** It is still being processed. */
  | 'IN_PROGRESS';

/** Options for the new key; all fields are optional. */
export type GenerateKeyInput = {
  /** Days until the key expires, 1 to 3,650. Default: never, or at the end of the calling key if that one has scopes or networks. */
  expiresInDays?: number | null | undefined;
  /** A label for the key, 1 to 100 characters. */
  name?: string | null | undefined;
  /** Networks that the key may be used from, in CIDR notation, or single addresses; up to 20. Default: those of the calling key. */
  networks?: Array<string> | null | undefined;
  /** Origins of the pages that a publishable key is for, such as `https://shop.example`; 1 to 20. */
  origins?: Array<string> | null | undefined;
  /** Whether the key is for the source of a page: it can then only call `POST /v1/check`, from `origins`. Default: false. */
  publishable?: boolean | null | undefined;
  /** Seconds until the key used for this call is revoked, up to 30 days. Default: the key stays active. To revoke a key at once, use `revokeKey`. */
  revokeCurrentAfterS?: number | null | undefined;
  /** Whether to create a sandbox key. Sandbox calls are free, and their results depend only on the local part of the address. Default: the kind of the calling key. */
  sandbox?: boolean | null | undefined;
  /** What the key may do. Default: what the calling key may do. */
  scopes?: Array<KeyScope> | null | undefined;
};

/** A header of HTTP requests. */
export type HeaderInput = {
  /** Name, such as `X-Environment`. */
  name: string;
  /** Value: 1 to 1,000 printable ASCII characters. It is never shown again. */
  value: string;
};

/** What an API key may do. */
export type KeyScope =
  /** Create, list and revoke API keys. */
  | 'ADMIN'
  /** Verify lists and files, and read their results. */
  | 'BULK'
  /** Report outcomes. A key that can do nothing else may be part of a URL. */
  | 'OUTCOMES'
  /** Read the account's statistics, decisions and usage. */
  | 'READ'
  /** Read and change rules and lists. */
  | 'RULES'
  /** Verify single addresses. */
  | 'VERIFY'
  /** Read and change webhooks, their secrets and their deliveries. */
  | 'WEBHOOKS';

/** A UTC calendar window for comparing contributors. */
export type LeaderboardPeriod =
  /** Since the first contribution. */
  | 'ALL_TIME'
  /** The current UTC day. */
  | 'DAILY'
  /** The current UTC month. */
  | 'MONTHLY'
  /** The current ISO week, from Monday, in UTC. */
  | 'WEEKLY';

/** What became of a request for a link. */
export type LinkStatus =
  /** Nothing is sent, because the address is confirmed. */
  | 'ALREADY_CONFIRMED'
  /** Nothing is sent, because this installation sends no mail, or the key is a sandbox key. */
  | 'OFF'
  /** A link is sent; one that was sent before ends. */
  | 'REQUESTED';

/** One of the account's own lists. */
export type ListName =
  /** Wins over everything that would not allow an address. */
  | 'ALLOW'
  /** Denies before any rule is asked, unless a rule tests `in_deny_list`. */
  | 'DENY';

/** v2's default decision, or that it was not recorded. */
export type QualityDecision =
  /** Accept the address. */
  | 'ALLOW'
  /** Refuse the address. */
  | 'DENY'
  /** Look at the address. */
  | 'REVIEW'
  /** The decision was not recorded. */
  | 'UNKNOWN';

/** Which failed deliveries to send again. */
export type ReplayDeliveriesInput = {
  /** Since when: a time, or a UTC date for its start. */
  since: string;
  /** The `id` of an enabled webhook, or `job_<batch>`. */
  webhookId: string | number;
};

/** Which delivery to send again. */
export type ResendDeliveryInput = {
  /** Its `id`, as listed under the `deliveries` of the webhook. */
  deliveryId: string | number;
  /** The `id` of the webhook that the delivery belongs to. */
  webhookId: string | number;
};

/** What a mailing should do with an address. Every result is of one kind. */
export type ResultKind =
  /** The status is VALID, and the address is not risky. */
  | 'DELIVERABLE'
  /** The address cannot receive mail. */
  | 'INVALID'
  /** The status is VALID, but the address is disposable, a role address, probably mistyped, or of another kind that `verifyEmailSignals` would not allow. */
  | 'RISKY'
  /** DNS gave no conclusive answer, so the address was accepted without verification. */
  | 'UNKNOWN';

/** Which API key to revoke. */
export type RevokeKeyInput = {
  /** The `id` of the key as listed in `me.keys`, not the key itself. */
  id: string | number;
};

/** The version that is to be live again. */
export type RollbackRulesInput = {
  /** Its number; 0 = no rules. */
  version: number;
};

/** Which webhook gets a new signing secret. */
export type RotateWebhookSecretInput = {
  /** The `id` of a webhook of the account. */
  id: string | number;
};

/** What happened to a rule. */
export type RuleChangeKind =
  /** It is new. */
  | 'ADDED'
  /** It says something else. */
  | 'CHANGED'
  /** Only its place among the others differs. */
  | 'MOVED'
  /** It is gone. */
  | 'REMOVED';

/** Why a rule can never decide, or probably never will. */
export type RuleWarningCode =
  /** Its conditions exclude each other, or ask for a provider or public suffix that does not exist. */
  | 'IMPOSSIBLE'
  /** Its conditions ask for a public suffix that is not listed, which only domains that are mistyped or of private networks have. */
  | 'IMPROBABLE'
  /** An earlier rule decides wherever it could. */
  | 'SHADOWED';

/** Which webhook to send a test event to. */
export type TestWebhookInput = {
  /** The `id` of an enabled webhook. */
  id: string | number;
};

/** Settings of an account to change; omitted fields stay unchanged. */
export type UpdateAccountInput = {
  /** For how many days masked addresses are kept beside decisions, at most 365; 0 keeps none. */
  keepAddressesDays?: number | null | undefined;
};

/** Changes to a webhook; omitted fields stay unchanged. */
export type UpdateWebhookInput = {
  /** Certificates of authorities, as PEM, that are trusted besides the public ones. They replace the present ones; an empty text removes them. */
  certificateAuthority?: string | null | undefined;
  /** Events to subscribe to instead of the present ones. */
  events?: Array<WebhookEvent> | null | undefined;
  /** Headers that every request carries besides those of the service, at most 20. They replace the present ones; an empty list removes them. A change of the URL needs them, too. */
  headers?: Array<HeaderInput> | null | undefined;
  /** The `id` of the webhook to change. */
  id: string | number;
  /** ENABLED makes pending deliveries due immediately; DISABLED abandons them. */
  status?: WebhookStatus | null | undefined;
  /** New URL that events are sent to. */
  url?: string | null | undefined;
};

/** The operation that gave a verdict. */
export type VerdictApi =
  /** An asynchronous batch or an upload. */
  | 'BATCH'
  /** A synchronous batch. */
  | 'CALL'
  /** A single verification by v1. */
  | 'V1'
  /** A single verification by v2. */
  | 'V2';

/** What verdicts are broken down by. */
export type VerdictDimension =
  /** The operation: `v1`, `v2`, `call` (a synchronous batch) or `batch`. */
  | 'API'
  /** v2's default decision. */
  | 'DECISION'
  /** What follows the `@`, as A-labels. */
  | 'DOMAIN'
  /** The mailbox provider. */
  | 'PROVIDER'
  /** v2's deciding reason. */
  | 'REASON'
  /** v1's status. */
  | 'STATUS';

/** Length of a period of verdicts. */
export type VerdictInterval =
  /** A day of the time zone; at most 366 of them. */
  | 'DAY'
  /** An hour; at most 744 of them. */
  | 'HOUR'
  /** A month of the time zone; at most 120 of them. */
  | 'MONTH';

/** Result of a verification. */
export type VerificationStatus =
  /** The address cannot receive mail. */
  | 'INVALID'
  /** DNS gave no conclusive answer; the address is accepted and not charged. */
  | 'UNKNOWN'
  /** The address can receive mail. */
  | 'VALID';

/** An event that a webhook can subscribe to. */
export type WebhookEvent =
  /** A batch or upload completed, failed or was cancelled. */
  | 'BULK_COMPLETED'
  /** The monthly quota is used up. */
  | 'USAGE_LIMIT_REACHED'
  /** 50, 70 or 90 % of the monthly quota are used. */
  | 'USAGE_THRESHOLD_REACHED'
  /** A single verification was completed. */
  | 'VERIFICATION_COMPLETED'
  /** The service has disabled another webhook of the account. */
  | 'WEBHOOK_DISABLED'
  /** Deliveries to a webhook of the account arrive again. */
  | 'WEBHOOK_RECOVERED';

/** Whether events are delivered to a webhook. */
export type WebhookStatus =
  /** No events are delivered; see `disabledReason`. */
  | 'DISABLED'
  /** Events are delivered. */
  | 'ENABLED';

export type AliveQueryVariables = Exact<{ [key: string]: never; }>;


export type AliveQuery = { __typename: 'Query' };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { id: string, plan: string } | null };

export type AddressKeepingQueryVariables = Exact<{ [key: string]: never; }>;


export type AddressKeepingQuery = { me: { id: string, keepAddressesDays: number } | null };

export type KeepAddressesMutationVariables = Exact<{
  input: UpdateAccountInput;
}>;


export type KeepAddressesMutation = { updateAccount: { id: string, keepAddressesDays: number } | null };

export type ContactQueryVariables = Exact<{ [key: string]: never; }>;


export type ContactQuery = { me: { id: string, email: string, emailConfirmation: EmailConfirmation, emailConfirmedAt: string | null } | null };

export type RequestConfirmationMutationVariables = Exact<{ [key: string]: never; }>;


export type RequestConfirmationMutation = { requestConfirmation: { status: LinkStatus, message: string } | null };

export type CreateAccountMutationVariables = Exact<{
  input: CreateAccountInput;
}>;


export type CreateAccountMutation = { createAccount: { apiKey: string } | null };

export type StatsFieldsFragment = { activeContributors: number, avgResponseTimeMs: number, hitRate: number, totalValidations: number, uniqueEmails: number, coverageByDomain: Array<{ domain: string, percent: number }> };

export type LeaderboardFieldsFragment = { contributors: Array<{ rank: number, contributorId: string, contributions: number, uniqueContributions: number, creditsEarned: number, badge: Badge }> };

export type DayFieldsFragment = { day: string, contributions: number, hits: number };

export type PoolNowQueryVariables = Exact<{
  period: LeaderboardPeriod;
}>;


export type PoolNowQuery = { poolStats: { activeContributors: number, avgResponseTimeMs: number, hitRate: number, totalValidations: number, uniqueEmails: number, coverageByDomain: Array<{ domain: string, percent: number }> } | null, poolDays: Array<{ day: string, contributions: number, hits: number }> | null, poolLeaderboard: { contributors: Array<{ rank: number, contributorId: string, contributions: number, uniqueContributions: number, creditsEarned: number, badge: Badge }> } | null };

export type PoolPastQueryVariables = Exact<{
  period: LeaderboardPeriod;
  asOf: string;
}>;


export type PoolPastQuery = { poolStats: { activeContributors: number, avgResponseTimeMs: number, hitRate: number, totalValidations: number, uniqueEmails: number, coverageByDomain: Array<{ domain: string, percent: number }> } | null, poolDays: Array<{ day: string, contributions: number, hits: number }> | null, poolLeaderboard: { contributors: Array<{ rank: number, contributorId: string, contributions: number, uniqueContributions: number, creditsEarned: number, badge: Badge }> } | null };

export type ActivityFieldsFragment = { type: ActivityType, message: string, timestamp: string };

export type ActivityQueryVariables = Exact<{ [key: string]: never; }>;


export type ActivityQuery = { poolActivity: { activity: Array<{ type: ActivityType, message: string, timestamp: string }> } | null };

export type ActivityFeedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ActivityFeedSubscription = { poolActivity: { type: ActivityType, message: string, timestamp: string } };

export type MonthFieldsFragment = { currentMonth: { month: string, verifications: number, limit: number, remaining: number } };

export type UsageQueryVariables = Exact<{ [key: string]: never; }>;


export type UsageQuery = { usage: { plan: string, rateLimits: { perMinute: number }, currentMonth: { month: string, verifications: number, limit: number, remaining: number } } | null };

export type UsageByDayQueryVariables = Exact<{
  month: string;
}>;


export type UsageByDayQuery = { usage: { currentMonth: { month: string, verifications: number, days: Array<{ day: string, verifications: number, results: number }> } } | null };

export type PastUsageQueryVariables = Exact<{
  one: string;
  two: string;
  three: string;
  four: string;
  five: string;
}>;


export type PastUsageQuery = { one: { currentMonth: { month: string, verifications: number, limit: number, remaining: number } } | null, two: { currentMonth: { month: string, verifications: number, limit: number, remaining: number } } | null, three: { currentMonth: { month: string, verifications: number, limit: number, remaining: number } } | null, four: { currentMonth: { month: string, verifications: number, limit: number, remaining: number } } | null, five: { currentMonth: { month: string, verifications: number, limit: number, remaining: number } } | null };

export type StandingQueryVariables = Exact<{
  period: LeaderboardPeriod;
}>;


export type StandingQuery = { poolRank: { rank: number, level: string, contributions: number } | null, poolLevels: Array<{ name: string, minContributions: number, count: number }> | null };

export type KeyFieldsFragment = { id: string, masked: string, name: string | null, sandbox: boolean, publishable: boolean, scopes: Array<KeyScope>, networks: Array<string>, origins: Array<string>, createdAt: string, expiresAt: string | null, expiresInDays: number | null, lastUsedAt: string | null };

export type AuditQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  kind?: AuditKind | null | undefined;
  key?: string | number | null | undefined;
}>;


export type AuditQuery = { audit: { edges: Array<{ node: { id: string, at: string, kind: AuditKind, actor: AuditActor, key: string | null, requestId: string, subject: string | null, detail: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type KeysQueryVariables = Exact<{ [key: string]: never; }>;


export type KeysQuery = { me: { id: string, keys: Array<{ id: string, masked: string, name: string | null, sandbox: boolean, publishable: boolean, scopes: Array<KeyScope>, networks: Array<string>, origins: Array<string>, createdAt: string, expiresAt: string | null, expiresInDays: number | null, lastUsedAt: string | null }> | null } | null };

export type GenerateKeyMutationVariables = Exact<{
  input: GenerateKeyInput;
}>;


export type GenerateKeyMutation = { generateKey: { apiKey: string, key: { id: string, masked: string, name: string | null, sandbox: boolean, publishable: boolean, scopes: Array<KeyScope>, networks: Array<string>, origins: Array<string>, createdAt: string, expiresAt: string | null, expiresInDays: number | null, lastUsedAt: string | null } } | null };

export type RevokeKeyMutationVariables = Exact<{
  input: RevokeKeyInput;
}>;


export type RevokeKeyMutation = { revokeKey: { message: string } | null };

export type BatchFieldsFragment = { id: string, status: BatchStatus, total: number, processed: number, valid: number, invalid: number, unknown: number, disposable: number, role: number, deliverable: number, risky: number, mistyped: number, duplicates: number | null, charged: number, nextStep: string | null, createdAt: string, failure: string | null, downloadUrl: string | null, file: { name: string | null, remarks: Array<string> | null, warning: string | null, notice: string | null } | null };

export type BatchesQueryVariables = Exact<{
  status?: BatchStatus | null | undefined;
  after?: string | null | undefined;
}>;


export type BatchesQuery = { batches: { edges: Array<{ node: { id: string, status: BatchStatus, total: number, processed: number, valid: number, invalid: number, unknown: number, disposable: number, role: number, deliverable: number, risky: number, mistyped: number, duplicates: number | null, charged: number, nextStep: string | null, createdAt: string, failure: string | null, downloadUrl: string | null, file: { name: string | null, remarks: Array<string> | null, warning: string | null, notice: string | null } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type BatchProgressSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type BatchProgressSubscription = { batchProgress: { id: string, status: BatchStatus, total: number, processed: number, valid: number, invalid: number, unknown: number, disposable: number, role: number, deliverable: number, risky: number, mistyped: number, duplicates: number | null, charged: number, nextStep: string | null, createdAt: string, failure: string | null, downloadUrl: string | null, file: { name: string | null, remarks: Array<string> | null, warning: string | null, notice: string | null } | null } };

export type ResultsQueryVariables = Exact<{
  id: string | number;
  only?: ResultKind | null | undefined;
  after?: string | null | undefined;
}>;


export type ResultsQuery = { batch: { results: { edges: Array<{ node: { index: number, email: string | null, status: VerificationStatus, error: string | null, disposable: boolean, role: boolean } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type CancelBatchMutationVariables = Exact<{
  input: CancelBatchInput;
}>;


export type CancelBatchMutation = { cancelBatch: { message: string } | null };

export type WebhookFieldsFragment = { id: string, url: string, events: Array<WebhookEvent>, headerNames: Array<string>, certificateAuthority: string | null, status: WebhookStatus, disabledReason: DisabledReason | null, lastSuccessAt: string | null, lastFailureAt: string | null };

export type DeliveryFieldsFragment = { id: string, event: string, status: DeliveryStatus, createdAt: string, nextAttemptAt: string | null, attempts: Array<{ at: string, statusCode: number | null, durationMs: number, response: string | null, location: string | null }> };

export type WebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksQuery = { webhooks: Array<{ id: string, url: string, events: Array<WebhookEvent>, headerNames: Array<string>, certificateAuthority: string | null, status: WebhookStatus, disabledReason: DisabledReason | null, lastSuccessAt: string | null, lastFailureAt: string | null, deliveries: { edges: Array<{ node: { id: string, event: string, status: DeliveryStatus, createdAt: string, nextAttemptAt: string | null, attempts: Array<{ at: string, statusCode: number | null, durationMs: number, response: string | null, location: string | null }> } }> } | null }> | null };

export type DeliveryBodyQueryVariables = Exact<{
  webhook: string | number;
  delivery: string | number;
}>;


export type DeliveryBodyQuery = { deliveryBody: string | null };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook: { secret: string, webhook: { id: string, url: string, events: Array<WebhookEvent>, headerNames: Array<string>, certificateAuthority: string | null, status: WebhookStatus, disabledReason: DisabledReason | null, lastSuccessAt: string | null, lastFailureAt: string | null } } | null };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook: { id: string, url: string, events: Array<WebhookEvent>, headerNames: Array<string>, certificateAuthority: string | null, status: WebhookStatus, disabledReason: DisabledReason | null, lastSuccessAt: string | null, lastFailureAt: string | null } | null };

export type DeleteWebhookMutationVariables = Exact<{
  input: DeleteWebhookInput;
}>;


export type DeleteWebhookMutation = { deleteWebhook: { message: string } | null };

export type RotateWebhookSecretMutationVariables = Exact<{
  input: RotateWebhookSecretInput;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { secret: string } | null };

export type TestWebhookMutationVariables = Exact<{
  input: TestWebhookInput;
}>;


export type TestWebhookMutation = { testWebhook: { deliveryId: string } | null };

export type ReplayDeliveriesMutationVariables = Exact<{
  input: ReplayDeliveriesInput;
}>;


export type ReplayDeliveriesMutation = { replayDeliveries: { replayed: number, more: boolean } | null };

export type ResendDeliveryMutationVariables = Exact<{
  input: ResendDeliveryInput;
}>;


export type ResendDeliveryMutation = { resendDelivery: { id: string, event: string, status: DeliveryStatus, createdAt: string, nextAttemptAt: string | null, attempts: Array<{ at: string, statusCode: number | null, durationMs: number, response: string | null, location: string | null }> } | null };

export type VerdictCountsFieldsFragment = { total: number, disposable: number, typo: number, decision: { allow: number, review: number, deny: number, unknown: number } };

export type VerdictsQueryVariables = Exact<{
  from?: string | null | undefined;
  interval: VerdictInterval;
}>;


export type VerdictsQuery = { verdicts: { range: { counts: { total: number, disposable: number, typo: number, decision: { allow: number, review: number, deny: number, unknown: number } } }, previous: { counts: { total: number, disposable: number, typo: number, decision: { allow: number, review: number, deny: number, unknown: number } } }, periods: Array<{ start: string, counts: { total: number, decision: { deny: number } } }> } | null };

export type VerdictBreakdownQueryVariables = Exact<{
  from?: string | null | undefined;
  by: VerdictDimension;
}>;


export type VerdictBreakdownQuery = { verdicts: { range: { counts: { total: number }, breakdown: { none: number, unknown: number, other: number, values: Array<{ value: string, count: number }> } | null } } | null };

export type DecisionsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  decision?: Decision | null | undefined;
  domain?: string | null | undefined;
  requestId?: string | null | undefined;
  email?: string | null | undefined;
  rule?: string | null | undefined;
}>;


export type DecisionsQuery = { decisions: { edges: Array<{ node: { id: string, at: string, requestId: string, api: VerdictApi, domain: string | null, address: string | null, status: string, reason: string | null, decision: Decision | null, action: Decision | null, rule: string | null, rulesVersion: number, reasons: Array<string> | null, route: string | null, suggestion: string | null, lists: string | null, today: { decision: Decision, reasons: Array<string> } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type RuleFieldsFragment = { name: string | null, when: string, action: Decision, message: string | null };

export type RulesQueryVariables = Exact<{ [key: string]: never; }>;


export type RulesQuery = { me: { id: string } | null, rules: { live: { version: number, since: string | null, rules: Array<{ name: string | null, when: string, action: Decision, message: string | null }>, warnings: Array<{ rule: number, code: RuleWarningCode, message: string }> }, draft: { updatedAt: string, rules: Array<{ name: string | null, when: string, action: Decision, message: string | null }>, warnings: Array<{ rule: number, code: RuleWarningCode, message: string }> } | null } | null };

export type RulesComparisonQueryVariables = Exact<{ [key: string]: never; }>;


export type RulesComparisonQuery = { rulesComparison: { from: number, to: number | null, changes: Array<{ change: RuleChangeKind, rule: string, placeBefore: number | null, placeAfter: number | null, before: { name: string | null, when: string, action: Decision, message: string | null } | null, after: { name: string | null, when: string, action: Decision, message: string | null } | null }> } | null };

export type RulesVersionsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type RulesVersionsQuery = { rulesVersions: { nodes: Array<{ version: number, activatedAt: string, rules: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type RulesVersionQueryVariables = Exact<{
  version: number;
}>;


export type RulesVersionQuery = { rulesVersion: { rules: Array<{ name: string | null, when: string, action: Decision, message: string | null }> } | null };

export type ActivateRulesMutationVariables = Exact<{
  input: ActivateRulesInput;
}>;


export type ActivateRulesMutation = { activateRules: { version: number } | null };

export type RollbackRulesMutationVariables = Exact<{
  input: RollbackRulesInput;
}>;


export type RollbackRulesMutation = { rollbackRules: { version: number } | null };

export type AccountListQueryVariables = Exact<{
  kind: ListName;
  cursor?: string | null | undefined;
}>;


export type AccountListQuery = { list: { domains: number, addresses: number, updatedAt: string | null, entries: Array<string>, nextCursor: string | null } | null };

export type BacktestFieldsFragment = { id: string, status: BacktestStatus, rulesVersion: number | null, from: string, to: string, lists: BacktestLists, createdAt: string, endedAt: string | null, processed: number, total: number, changed: number, undecided: number, unrecorded: number, error: string | null, result: { decisions: Array<{ before: BacktestDecision, after: BacktestDecision, verifications: number }> } };

export type DecisionsFieldsFragment = { before: BacktestDecision, after: BacktestDecision, verifications: number };

export type OutcomeCountsFieldsFragment = { goodAllowed: number, goodReviewed: number, goodDenied: number, badAllowed: number, badReviewed: number, badDenied: number };

export type BacktestsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type BacktestsQuery = { backtests: { nodes: Array<{ id: string, status: BacktestStatus, rulesVersion: number | null, from: string, to: string, createdAt: string, processed: number, changed: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type BacktestSummaryQueryVariables = Exact<{
  id: string | number;
}>;


export type BacktestSummaryQuery = { backtest: { id: string, status: BacktestStatus, rulesVersion: number | null, from: string, to: string, lists: BacktestLists, createdAt: string, endedAt: string | null, processed: number, total: number, changed: number, undecided: number, unrecorded: number, error: string | null, result: { decisions: Array<{ before: BacktestDecision, after: BacktestDecision, verifications: number }> } } | null };

export type BacktestQueryVariables = Exact<{
  id: string | number;
}>;


export type BacktestQuery = { backtest: { result: { reasons: Array<{ reason: string | null, decisions: Array<{ before: BacktestDecision, after: BacktestDecision, verifications: number }> }>, days: Array<{ day: string, decisions: Array<{ before: BacktestDecision, after: BacktestDecision, verifications: number }> }>, rules: Array<{ rule: string, decisions: Array<{ before: BacktestDecision, after: BacktestDecision, verifications: number }> }>, outcomes: { before: { goodAllowed: number, goodReviewed: number, goodDenied: number, badAllowed: number, badReviewed: number, badDenied: number }, after: { goodAllowed: number, goodReviewed: number, goodDenied: number, badAllowed: number, badReviewed: number, badDenied: number } }, examples: Array<{ at: string, before: BacktestDecision, after: BacktestDecision, ruleBefore: string | null, ruleAfter: string | null, domain: string | null, reasons: Array<string>, requestId: string | null, batchId: string | null, row: number | null }> } } | null };

export type BacktestProgressSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type BacktestProgressSubscription = { backtestProgress: { id: string, status: BacktestStatus, rulesVersion: number | null, from: string, to: string, lists: BacktestLists, createdAt: string, endedAt: string | null, processed: number, total: number, changed: number, undecided: number, unrecorded: number, error: string | null, result: { decisions: Array<{ before: BacktestDecision, after: BacktestDecision, verifications: number }> } } };

export type CreateBacktestMutationVariables = Exact<{
  input: CreateBacktestInput;
}>;


export type CreateBacktestMutation = { createBacktest: { id: string } | null };

export type CancelBacktestMutationVariables = Exact<{
  input: CancelBacktestInput;
}>;


export type CancelBacktestMutation = { cancelBacktest: { id: string } | null };

export type QualityFieldsFragment = { good: number, bad: number, unmatched: number, contradictions: number, decisions: Array<{ decision: QualityDecision, good: number, bad: number, precision: number | null, recall: number | null }>, reasons: Array<{ reason: string, good: number, bad: number, precision: number | null, recall: number | null }>, rules: Array<{ rule: string, action: Decision, good: number, bad: number, precision: number | null, recall: number | null }>, outcomes: { confirmed: number, delivered: number, engaged: number, complained: number, bouncedHard: number, bouncedSoft: number } };

export type OutcomeQualityQueryVariables = Exact<{
  from?: string | null | undefined;
}>;


export type OutcomeQualityQuery = { outcomeQuality: { total: { good: number, bad: number, unmatched: number, contradictions: number, decisions: Array<{ decision: QualityDecision, good: number, bad: number, precision: number | null, recall: number | null }>, reasons: Array<{ reason: string, good: number, bad: number, precision: number | null, recall: number | null }>, rules: Array<{ rule: string, action: Decision, good: number, bad: number, precision: number | null, recall: number | null }>, outcomes: { confirmed: number, delivered: number, engaged: number, complained: number, bouncedHard: number, bouncedSoft: number } }, months: Array<{ month: string, good: number, bad: number }> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const StatsFieldsFragmentDoc = new TypedDocumentString(`
    fragment StatsFields on PoolStats {
  activeContributors
  avgResponseTimeMs
  hitRate
  totalValidations
  uniqueEmails
  coverageByDomain {
    domain
    percent
  }
}
    `, {"fragmentName":"StatsFields"}) as unknown as TypedDocumentString<StatsFieldsFragment, unknown>;
export const LeaderboardFieldsFragmentDoc = new TypedDocumentString(`
    fragment LeaderboardFields on PoolLeaderboard {
  contributors {
    rank
    contributorId
    contributions
    uniqueContributions
    creditsEarned
    badge
  }
}
    `, {"fragmentName":"LeaderboardFields"}) as unknown as TypedDocumentString<LeaderboardFieldsFragment, unknown>;
export const DayFieldsFragmentDoc = new TypedDocumentString(`
    fragment DayFields on PoolDay {
  day
  contributions
  hits
}
    `, {"fragmentName":"DayFields"}) as unknown as TypedDocumentString<DayFieldsFragment, unknown>;
export const ActivityFieldsFragmentDoc = new TypedDocumentString(`
    fragment ActivityFields on PoolActivityItem {
  type
  message
  timestamp
}
    `, {"fragmentName":"ActivityFields"}) as unknown as TypedDocumentString<ActivityFieldsFragment, unknown>;
export const MonthFieldsFragmentDoc = new TypedDocumentString(`
    fragment MonthFields on UsageStats {
  currentMonth {
    month
    verifications
    limit
    remaining
  }
}
    `, {"fragmentName":"MonthFields"}) as unknown as TypedDocumentString<MonthFieldsFragment, unknown>;
export const KeyFieldsFragmentDoc = new TypedDocumentString(`
    fragment KeyFields on ApiKey {
  id
  masked
  name
  sandbox
  publishable
  scopes
  networks
  origins
  createdAt
  expiresAt
  expiresInDays
  lastUsedAt
}
    `, {"fragmentName":"KeyFields"}) as unknown as TypedDocumentString<KeyFieldsFragment, unknown>;
export const BatchFieldsFragmentDoc = new TypedDocumentString(`
    fragment BatchFields on Batch {
  id
  status
  total
  processed
  valid
  invalid
  unknown
  disposable
  role
  deliverable
  risky
  mistyped
  duplicates
  charged
  nextStep
  createdAt
  failure
  downloadUrl
  file {
    name
    remarks
    warning
    notice
  }
}
    `, {"fragmentName":"BatchFields"}) as unknown as TypedDocumentString<BatchFieldsFragment, unknown>;
export const WebhookFieldsFragmentDoc = new TypedDocumentString(`
    fragment WebhookFields on Webhook {
  id
  url
  events
  headerNames
  certificateAuthority
  status
  disabledReason
  lastSuccessAt
  lastFailureAt
}
    `, {"fragmentName":"WebhookFields"}) as unknown as TypedDocumentString<WebhookFieldsFragment, unknown>;
export const DeliveryFieldsFragmentDoc = new TypedDocumentString(`
    fragment DeliveryFields on Delivery {
  id
  event
  status
  createdAt
  nextAttemptAt
  attempts {
    at
    statusCode
    durationMs
    response
    location
  }
}
    `, {"fragmentName":"DeliveryFields"}) as unknown as TypedDocumentString<DeliveryFieldsFragment, unknown>;
export const VerdictCountsFieldsFragmentDoc = new TypedDocumentString(`
    fragment VerdictCountsFields on VerdictCounts {
  total
  decision {
    allow
    review
    deny
    unknown
  }
  disposable
  typo
}
    `, {"fragmentName":"VerdictCountsFields"}) as unknown as TypedDocumentString<VerdictCountsFieldsFragment, unknown>;
export const RuleFieldsFragmentDoc = new TypedDocumentString(`
    fragment RuleFields on Rule {
  name
  when
  action
  message
}
    `, {"fragmentName":"RuleFields"}) as unknown as TypedDocumentString<RuleFieldsFragment, unknown>;
export const DecisionsFieldsFragmentDoc = new TypedDocumentString(`
    fragment DecisionsFields on BacktestDecisions {
  before
  after
  verifications
}
    `, {"fragmentName":"DecisionsFields"}) as unknown as TypedDocumentString<DecisionsFieldsFragment, unknown>;
export const BacktestFieldsFragmentDoc = new TypedDocumentString(`
    fragment BacktestFields on Backtest {
  id
  status
  rulesVersion
  from
  to
  lists
  createdAt
  endedAt
  processed
  total
  changed
  undecided
  unrecorded
  error
  result {
    decisions {
      ...DecisionsFields
    }
  }
}
    fragment DecisionsFields on BacktestDecisions {
  before
  after
  verifications
}`, {"fragmentName":"BacktestFields"}) as unknown as TypedDocumentString<BacktestFieldsFragment, unknown>;
export const OutcomeCountsFieldsFragmentDoc = new TypedDocumentString(`
    fragment OutcomeCountsFields on BacktestOutcomeCounts {
  goodAllowed
  goodReviewed
  goodDenied
  badAllowed
  badReviewed
  badDenied
}
    `, {"fragmentName":"OutcomeCountsFields"}) as unknown as TypedDocumentString<OutcomeCountsFieldsFragment, unknown>;
export const QualityFieldsFragmentDoc = new TypedDocumentString(`
    fragment QualityFields on QualityCounts {
  good
  bad
  decisions {
    decision
    good
    bad
    precision
    recall
  }
  reasons {
    reason
    good
    bad
    precision
    recall
  }
  rules {
    rule
    action
    good
    bad
    precision
    recall
  }
  outcomes {
    confirmed
    delivered
    engaged
    complained
    bouncedHard
    bouncedSoft
  }
  unmatched
  contradictions
}
    `, {"fragmentName":"QualityFields"}) as unknown as TypedDocumentString<QualityFieldsFragment, unknown>;
export const AliveDocument = new TypedDocumentString(`
    query Alive {
  __typename
}
    `) as unknown as TypedDocumentString<AliveQuery, AliveQueryVariables>;
export const MeDocument = new TypedDocumentString(`
    query Me {
  me {
    id
    plan
  }
}
    `) as unknown as TypedDocumentString<MeQuery, MeQueryVariables>;
export const AddressKeepingDocument = new TypedDocumentString(`
    query AddressKeeping {
  me {
    id
    keepAddressesDays
  }
}
    `) as unknown as TypedDocumentString<AddressKeepingQuery, AddressKeepingQueryVariables>;
export const KeepAddressesDocument = new TypedDocumentString(`
    mutation KeepAddresses($input: UpdateAccountInput!) {
  updateAccount(input: $input) {
    id
    keepAddressesDays
  }
}
    `) as unknown as TypedDocumentString<KeepAddressesMutation, KeepAddressesMutationVariables>;
export const ContactDocument = new TypedDocumentString(`
    query Contact {
  me {
    id
    email
    emailConfirmation
    emailConfirmedAt
  }
}
    `) as unknown as TypedDocumentString<ContactQuery, ContactQueryVariables>;
export const RequestConfirmationDocument = new TypedDocumentString(`
    mutation RequestConfirmation {
  requestConfirmation {
    status
    message
  }
}
    `) as unknown as TypedDocumentString<RequestConfirmationMutation, RequestConfirmationMutationVariables>;
export const CreateAccountDocument = new TypedDocumentString(`
    mutation CreateAccount($input: CreateAccountInput!) {
  createAccount(input: $input) {
    apiKey
  }
}
    `) as unknown as TypedDocumentString<CreateAccountMutation, CreateAccountMutationVariables>;
export const PoolNowDocument = new TypedDocumentString(`
    query PoolNow($period: LeaderboardPeriod!) {
  poolStats {
    ...StatsFields
  }
  poolDays {
    ...DayFields
  }
  poolLeaderboard(period: $period, limit: 10) {
    ...LeaderboardFields
  }
}
    fragment StatsFields on PoolStats {
  activeContributors
  avgResponseTimeMs
  hitRate
  totalValidations
  uniqueEmails
  coverageByDomain {
    domain
    percent
  }
}
fragment LeaderboardFields on PoolLeaderboard {
  contributors {
    rank
    contributorId
    contributions
    uniqueContributions
    creditsEarned
    badge
  }
}
fragment DayFields on PoolDay {
  day
  contributions
  hits
}`) as unknown as TypedDocumentString<PoolNowQuery, PoolNowQueryVariables>;
export const PoolPastDocument = new TypedDocumentString(`
    query PoolPast($period: LeaderboardPeriod!, $asOf: DateTime!) {
  poolStats(asOf: $asOf) {
    ...StatsFields
  }
  poolDays(asOf: $asOf) {
    ...DayFields
  }
  poolLeaderboard(period: $period, limit: 10, asOf: $asOf) {
    ...LeaderboardFields
  }
}
    fragment StatsFields on PoolStats {
  activeContributors
  avgResponseTimeMs
  hitRate
  totalValidations
  uniqueEmails
  coverageByDomain {
    domain
    percent
  }
}
fragment LeaderboardFields on PoolLeaderboard {
  contributors {
    rank
    contributorId
    contributions
    uniqueContributions
    creditsEarned
    badge
  }
}
fragment DayFields on PoolDay {
  day
  contributions
  hits
}`) as unknown as TypedDocumentString<PoolPastQuery, PoolPastQueryVariables>;
export const ActivityDocument = new TypedDocumentString(`
    query Activity {
  poolActivity(limit: 30) {
    activity {
      ...ActivityFields
    }
  }
}
    fragment ActivityFields on PoolActivityItem {
  type
  message
  timestamp
}`) as unknown as TypedDocumentString<ActivityQuery, ActivityQueryVariables>;
export const ActivityFeedDocument = new TypedDocumentString(`
    subscription ActivityFeed {
  poolActivity {
    ...ActivityFields
  }
}
    fragment ActivityFields on PoolActivityItem {
  type
  message
  timestamp
}`) as unknown as TypedDocumentString<ActivityFeedSubscription, ActivityFeedSubscriptionVariables>;
export const UsageDocument = new TypedDocumentString(`
    query Usage {
  usage {
    plan
    rateLimits {
      perMinute
    }
    ...MonthFields
  }
}
    fragment MonthFields on UsageStats {
  currentMonth {
    month
    verifications
    limit
    remaining
  }
}`) as unknown as TypedDocumentString<UsageQuery, UsageQueryVariables>;
export const UsageByDayDocument = new TypedDocumentString(`
    query UsageByDay($month: String!) {
  usage(month: $month) {
    currentMonth {
      month
      verifications
      days {
        day
        verifications
        results
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UsageByDayQuery, UsageByDayQueryVariables>;
export const PastUsageDocument = new TypedDocumentString(`
    query PastUsage($one: String!, $two: String!, $three: String!, $four: String!, $five: String!) {
  one: usage(month: $one) {
    ...MonthFields
  }
  two: usage(month: $two) {
    ...MonthFields
  }
  three: usage(month: $three) {
    ...MonthFields
  }
  four: usage(month: $four) {
    ...MonthFields
  }
  five: usage(month: $five) {
    ...MonthFields
  }
}
    fragment MonthFields on UsageStats {
  currentMonth {
    month
    verifications
    limit
    remaining
  }
}`) as unknown as TypedDocumentString<PastUsageQuery, PastUsageQueryVariables>;
export const StandingDocument = new TypedDocumentString(`
    query Standing($period: LeaderboardPeriod!) {
  poolRank(period: $period) {
    rank
    level
    contributions
  }
  poolLevels {
    name
    minContributions
    count
  }
}
    `) as unknown as TypedDocumentString<StandingQuery, StandingQueryVariables>;
export const AuditDocument = new TypedDocumentString(`
    query Audit($first: Int!, $after: String, $kind: AuditKind, $key: ID) {
  audit(first: $first, after: $after, kind: $kind, key: $key) {
    edges {
      node {
        id
        at
        kind
        actor
        key
        requestId
        subject
        detail
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<AuditQuery, AuditQueryVariables>;
export const KeysDocument = new TypedDocumentString(`
    query Keys {
  me {
    id
    keys {
      ...KeyFields
    }
  }
}
    fragment KeyFields on ApiKey {
  id
  masked
  name
  sandbox
  publishable
  scopes
  networks
  origins
  createdAt
  expiresAt
  expiresInDays
  lastUsedAt
}`) as unknown as TypedDocumentString<KeysQuery, KeysQueryVariables>;
export const GenerateKeyDocument = new TypedDocumentString(`
    mutation GenerateKey($input: GenerateKeyInput!) {
  generateKey(input: $input) {
    apiKey
    key {
      ...KeyFields
    }
  }
}
    fragment KeyFields on ApiKey {
  id
  masked
  name
  sandbox
  publishable
  scopes
  networks
  origins
  createdAt
  expiresAt
  expiresInDays
  lastUsedAt
}`) as unknown as TypedDocumentString<GenerateKeyMutation, GenerateKeyMutationVariables>;
export const RevokeKeyDocument = new TypedDocumentString(`
    mutation RevokeKey($input: RevokeKeyInput!) {
  revokeKey(input: $input) {
    message
  }
}
    `) as unknown as TypedDocumentString<RevokeKeyMutation, RevokeKeyMutationVariables>;
export const BatchesDocument = new TypedDocumentString(`
    query Batches($status: BatchStatus, $after: String) {
  batches(first: 10, status: $status, after: $after) {
    edges {
      node {
        ...BatchFields
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment BatchFields on Batch {
  id
  status
  total
  processed
  valid
  invalid
  unknown
  disposable
  role
  deliverable
  risky
  mistyped
  duplicates
  charged
  nextStep
  createdAt
  failure
  downloadUrl
  file {
    name
    remarks
    warning
    notice
  }
}`) as unknown as TypedDocumentString<BatchesQuery, BatchesQueryVariables>;
export const BatchProgressDocument = new TypedDocumentString(`
    subscription BatchProgress($id: ID!) {
  batchProgress(id: $id) {
    ...BatchFields
  }
}
    fragment BatchFields on Batch {
  id
  status
  total
  processed
  valid
  invalid
  unknown
  disposable
  role
  deliverable
  risky
  mistyped
  duplicates
  charged
  nextStep
  createdAt
  failure
  downloadUrl
  file {
    name
    remarks
    warning
    notice
  }
}`) as unknown as TypedDocumentString<BatchProgressSubscription, BatchProgressSubscriptionVariables>;
export const ResultsDocument = new TypedDocumentString(`
    query Results($id: ID!, $only: ResultKind, $after: String) {
  batch(id: $id) {
    results(first: 20, only: $only, after: $after) {
      edges {
        node {
          index
          email
          status
          error
          disposable
          role
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ResultsQuery, ResultsQueryVariables>;
export const CancelBatchDocument = new TypedDocumentString(`
    mutation CancelBatch($input: CancelBatchInput!) {
  cancelBatch(input: $input) {
    message
  }
}
    `) as unknown as TypedDocumentString<CancelBatchMutation, CancelBatchMutationVariables>;
export const WebhooksDocument = new TypedDocumentString(`
    query Webhooks {
  webhooks {
    ...WebhookFields
    deliveries(first: 20) {
      edges {
        node {
          ...DeliveryFields
        }
      }
    }
  }
}
    fragment WebhookFields on Webhook {
  id
  url
  events
  headerNames
  certificateAuthority
  status
  disabledReason
  lastSuccessAt
  lastFailureAt
}
fragment DeliveryFields on Delivery {
  id
  event
  status
  createdAt
  nextAttemptAt
  attempts {
    at
    statusCode
    durationMs
    response
    location
  }
}`) as unknown as TypedDocumentString<WebhooksQuery, WebhooksQueryVariables>;
export const DeliveryBodyDocument = new TypedDocumentString(`
    query DeliveryBody($webhook: ID!, $delivery: ID!) {
  deliveryBody(webhookId: $webhook, deliveryId: $delivery)
}
    `) as unknown as TypedDocumentString<DeliveryBodyQuery, DeliveryBodyQueryVariables>;
export const CreateWebhookDocument = new TypedDocumentString(`
    mutation CreateWebhook($input: CreateWebhookInput!) {
  createWebhook(input: $input) {
    secret
    webhook {
      ...WebhookFields
    }
  }
}
    fragment WebhookFields on Webhook {
  id
  url
  events
  headerNames
  certificateAuthority
  status
  disabledReason
  lastSuccessAt
  lastFailureAt
}`) as unknown as TypedDocumentString<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const UpdateWebhookDocument = new TypedDocumentString(`
    mutation UpdateWebhook($input: UpdateWebhookInput!) {
  updateWebhook(input: $input) {
    ...WebhookFields
  }
}
    fragment WebhookFields on Webhook {
  id
  url
  events
  headerNames
  certificateAuthority
  status
  disabledReason
  lastSuccessAt
  lastFailureAt
}`) as unknown as TypedDocumentString<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const DeleteWebhookDocument = new TypedDocumentString(`
    mutation DeleteWebhook($input: DeleteWebhookInput!) {
  deleteWebhook(input: $input) {
    message
  }
}
    `) as unknown as TypedDocumentString<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const RotateWebhookSecretDocument = new TypedDocumentString(`
    mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {
  rotateWebhookSecret(input: $input) {
    secret
  }
}
    `) as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const TestWebhookDocument = new TypedDocumentString(`
    mutation TestWebhook($input: TestWebhookInput!) {
  testWebhook(input: $input) {
    deliveryId
  }
}
    `) as unknown as TypedDocumentString<TestWebhookMutation, TestWebhookMutationVariables>;
export const ReplayDeliveriesDocument = new TypedDocumentString(`
    mutation ReplayDeliveries($input: ReplayDeliveriesInput!) {
  replayDeliveries(input: $input) {
    replayed
    more
  }
}
    `) as unknown as TypedDocumentString<ReplayDeliveriesMutation, ReplayDeliveriesMutationVariables>;
export const ResendDeliveryDocument = new TypedDocumentString(`
    mutation ResendDelivery($input: ResendDeliveryInput!) {
  resendDelivery(input: $input) {
    ...DeliveryFields
  }
}
    fragment DeliveryFields on Delivery {
  id
  event
  status
  createdAt
  nextAttemptAt
  attempts {
    at
    statusCode
    durationMs
    response
    location
  }
}`) as unknown as TypedDocumentString<ResendDeliveryMutation, ResendDeliveryMutationVariables>;
export const VerdictsDocument = new TypedDocumentString(`
    query Verdicts($from: String, $interval: VerdictInterval!) {
  verdicts(from: $from, interval: $interval, limit: 1) {
    range {
      counts {
        ...VerdictCountsFields
      }
    }
    previous {
      counts {
        ...VerdictCountsFields
      }
    }
    periods {
      start
      counts {
        total
        decision {
          deny
        }
      }
    }
  }
}
    fragment VerdictCountsFields on VerdictCounts {
  total
  decision {
    allow
    review
    deny
    unknown
  }
  disposable
  typo
}`) as unknown as TypedDocumentString<VerdictsQuery, VerdictsQueryVariables>;
export const VerdictBreakdownDocument = new TypedDocumentString(`
    query VerdictBreakdown($from: String, $by: VerdictDimension!) {
  verdicts(from: $from, interval: MONTH, by: $by, limit: 10) {
    range {
      counts {
        total
      }
      breakdown {
        values {
          value
          count
        }
        none
        unknown
        other
      }
    }
  }
}
    `) as unknown as TypedDocumentString<VerdictBreakdownQuery, VerdictBreakdownQueryVariables>;
export const DecisionsDocument = new TypedDocumentString(`
    query Decisions($first: Int!, $after: String, $decision: Decision, $domain: String, $requestId: String, $email: String, $rule: String) {
  decisions(
    first: $first
    after: $after
    decision: $decision
    domain: $domain
    requestId: $requestId
    email: $email
    rule: $rule
  ) {
    edges {
      node {
        id
        at
        requestId
        api
        domain
        address
        status
        reason
        decision
        action
        rule
        rulesVersion
        reasons
        route
        suggestion
        lists
        today {
          decision
          reasons
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<DecisionsQuery, DecisionsQueryVariables>;
export const RulesDocument = new TypedDocumentString(`
    query Rules {
  me {
    id
  }
  rules {
    live {
      version
      since
      rules {
        ...RuleFields
      }
      warnings {
        rule
        code
        message
      }
    }
    draft {
      updatedAt
      rules {
        ...RuleFields
      }
      warnings {
        rule
        code
        message
      }
    }
  }
}
    fragment RuleFields on Rule {
  name
  when
  action
  message
}`) as unknown as TypedDocumentString<RulesQuery, RulesQueryVariables>;
export const RulesComparisonDocument = new TypedDocumentString(`
    query RulesComparison {
  rulesComparison {
    from
    to
    changes {
      change
      rule
      placeBefore
      placeAfter
      before {
        ...RuleFields
      }
      after {
        ...RuleFields
      }
    }
  }
}
    fragment RuleFields on Rule {
  name
  when
  action
  message
}`) as unknown as TypedDocumentString<RulesComparisonQuery, RulesComparisonQueryVariables>;
export const RulesVersionsDocument = new TypedDocumentString(`
    query RulesVersions($after: String) {
  rulesVersions(first: 10, after: $after) {
    nodes {
      version
      activatedAt
      rules
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<RulesVersionsQuery, RulesVersionsQueryVariables>;
export const RulesVersionDocument = new TypedDocumentString(`
    query RulesVersion($version: Int!) {
  rulesVersion(version: $version) {
    rules {
      ...RuleFields
    }
  }
}
    fragment RuleFields on Rule {
  name
  when
  action
  message
}`) as unknown as TypedDocumentString<RulesVersionQuery, RulesVersionQueryVariables>;
export const ActivateRulesDocument = new TypedDocumentString(`
    mutation ActivateRules($input: ActivateRulesInput!) {
  activateRules(input: $input) {
    version
  }
}
    `) as unknown as TypedDocumentString<ActivateRulesMutation, ActivateRulesMutationVariables>;
export const RollbackRulesDocument = new TypedDocumentString(`
    mutation RollbackRules($input: RollbackRulesInput!) {
  rollbackRules(input: $input) {
    version
  }
}
    `) as unknown as TypedDocumentString<RollbackRulesMutation, RollbackRulesMutationVariables>;
export const AccountListDocument = new TypedDocumentString(`
    query AccountList($kind: ListName!, $cursor: String) {
  list(kind: $kind, limit: 20, cursor: $cursor) {
    domains
    addresses
    updatedAt
    entries
    nextCursor
  }
}
    `) as unknown as TypedDocumentString<AccountListQuery, AccountListQueryVariables>;
export const BacktestsDocument = new TypedDocumentString(`
    query Backtests($after: String) {
  backtests(first: 10, after: $after) {
    nodes {
      id
      status
      rulesVersion
      from
      to
      createdAt
      processed
      changed
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<BacktestsQuery, BacktestsQueryVariables>;
export const BacktestSummaryDocument = new TypedDocumentString(`
    query BacktestSummary($id: ID!) {
  backtest(id: $id) {
    ...BacktestFields
  }
}
    fragment BacktestFields on Backtest {
  id
  status
  rulesVersion
  from
  to
  lists
  createdAt
  endedAt
  processed
  total
  changed
  undecided
  unrecorded
  error
  result {
    decisions {
      ...DecisionsFields
    }
  }
}
fragment DecisionsFields on BacktestDecisions {
  before
  after
  verifications
}`) as unknown as TypedDocumentString<BacktestSummaryQuery, BacktestSummaryQueryVariables>;
export const BacktestDocument = new TypedDocumentString(`
    query Backtest($id: ID!) {
  backtest(id: $id) {
    result {
      reasons {
        reason
        decisions {
          ...DecisionsFields
        }
      }
      days {
        day
        decisions {
          ...DecisionsFields
        }
      }
      rules {
        rule
        decisions {
          ...DecisionsFields
        }
      }
      outcomes {
        before {
          ...OutcomeCountsFields
        }
        after {
          ...OutcomeCountsFields
        }
      }
      examples {
        at
        before
        after
        ruleBefore
        ruleAfter
        domain
        reasons
        requestId
        batchId
        row
      }
    }
  }
}
    fragment DecisionsFields on BacktestDecisions {
  before
  after
  verifications
}
fragment OutcomeCountsFields on BacktestOutcomeCounts {
  goodAllowed
  goodReviewed
  goodDenied
  badAllowed
  badReviewed
  badDenied
}`) as unknown as TypedDocumentString<BacktestQuery, BacktestQueryVariables>;
export const BacktestProgressDocument = new TypedDocumentString(`
    subscription BacktestProgress($id: ID!) {
  backtestProgress(id: $id) {
    ...BacktestFields
  }
}
    fragment BacktestFields on Backtest {
  id
  status
  rulesVersion
  from
  to
  lists
  createdAt
  endedAt
  processed
  total
  changed
  undecided
  unrecorded
  error
  result {
    decisions {
      ...DecisionsFields
    }
  }
}
fragment DecisionsFields on BacktestDecisions {
  before
  after
  verifications
}`) as unknown as TypedDocumentString<BacktestProgressSubscription, BacktestProgressSubscriptionVariables>;
export const CreateBacktestDocument = new TypedDocumentString(`
    mutation CreateBacktest($input: CreateBacktestInput!) {
  createBacktest(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateBacktestMutation, CreateBacktestMutationVariables>;
export const CancelBacktestDocument = new TypedDocumentString(`
    mutation CancelBacktest($input: CancelBacktestInput!) {
  cancelBacktest(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CancelBacktestMutation, CancelBacktestMutationVariables>;
export const OutcomeQualityDocument = new TypedDocumentString(`
    query OutcomeQuality($from: String) {
  outcomeQuality(from: $from) {
    total {
      ...QualityFields
    }
    months {
      month
      good
      bad
    }
  }
}
    fragment QualityFields on QualityCounts {
  good
  bad
  decisions {
    decision
    good
    bad
    precision
    recall
  }
  reasons {
    reason
    good
    bad
    precision
    recall
  }
  rules {
    rule
    action
    good
    bad
    precision
    recall
  }
  outcomes {
    confirmed
    delivered
    engaged
    complained
    bouncedHard
    bouncedSoft
  }
  unmatched
  contradictions
}`) as unknown as TypedDocumentString<OutcomeQualityQuery, OutcomeQualityQueryVariables>;
