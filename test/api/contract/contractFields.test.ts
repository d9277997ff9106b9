// Every member of a resource or request, and every operation, is as the specification lists it.
import { describe, expect, test } from '@jest/globals'
import { loadContract } from '../../../src/api/contract/contract.js'
import { readDocument } from '../../../src/api/contract/document.js'
import type { JsonSchema } from '../../../src/api/contract/schema.js'
import { withKnownValues } from '../../../src/api/contract/withKeyword.js'
import { resolveReferences } from '../../../testbed/contract/resolveReferences.js'

/** The specification's tables, copied by hand; our additions (decisions.md) are under "ours". */

const { components } = withKnownValues(resolveReferences(readDocument())) as unknown as {
  components: {
    schemas: Record<string, JsonSchema & { format?: string; 'x-item-schema'?: JsonSchema }>
  }
}

/** A schema as a table: one line per member, with type, format and allowed values. */
function tableOf(schema: JsonSchema, at = ''): Record<string, string> {
  const words = [
    schema.type ?? 'any',
    schema.format,
    schema.nullable && 'or null',
    schema.enum && `: ${schema.enum.join(', ')}`,
  ]
  const row = at === '' ? {} : { [at]: words.filter(Boolean).join(' ').replace(' :', ':') }
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) =>
    tableOf(member, at ? `${at}.${name}` : name),
  )
  const entry = schema.items ? [tableOf(schema.items, `${at}[]`)] : []
  return Object.assign(row, ...members, ...entry)
}

const table = (name: string): Record<string, string> => tableOf(components.schemas[name]!)
const schema = (name: string): JsonSchema => components.schemas[name]!

const accountDecision = {
  action: 'string: allow, deny, review',
  rule: 'string or null',
  message: 'string or null',
  rules_version: 'integer',
}
const accountDecisionIn = (at: string) => ({
  [at]: 'object',
  ...Object.fromEntries(Object.entries(accountDecision).map(([name, row]) => [`${at}.${name}`, row])),
})

const MAILBOX_RESULTS =
  'string: exists, no_such_mailbox, full, disabled, accept_all, greylisted, blocked_here, rate_limited, temporary, unverifiable, not_checked'

const verificationResult = {
  // not in the format of an address: the specification echoes whatever was given
  email: 'string',
  valid: 'boolean',
  status: 'string: valid, invalid, unknown',
  reason: 'string',
  is_known_valid_fallback: 'boolean',
  is_dns_fallback: 'boolean',
  checks: 'object',
  'checks.syntax': 'boolean',
  'checks.dns': 'boolean',
  'checks.mx': 'boolean',
  'checks.disposable': 'boolean',
  'checks.role': 'boolean',
  'checks.free': 'boolean',
  from_pool: 'boolean',
  pool_confidence: 'number float',
  pool_validations: 'integer',
  credits_earned: 'integer',
  unique_contribution: 'boolean',
  metadata: 'object',
  'metadata.domain': 'string',
  'metadata.provider': 'string',
  'metadata.did_you_mean': 'string',
  // ours
  'metadata.normalized_email': 'string',
  'metadata.alias': 'boolean',
  ...accountDecisionIn('metadata.decision'),
  'checks.mailbox': 'boolean',
  'metadata.mailbox': 'object',
  'metadata.mailbox.result': MAILBOX_RESULTS,
  'metadata.mailbox.code': 'integer',
  'metadata.mailbox.enhanced_code': 'string',
  'metadata.mailbox.checked_at': 'string date-time',
  'metadata.mailbox.final': 'boolean',
  'metadata.mailbox.ttl_hint_seconds': 'integer',
  debug: 'object',
  'debug.steps': 'array',
  'debug.steps[]': 'object',
  'debug.steps[].name': 'string',
  'debug.steps[].outcome': 'string',
  'debug.steps[].ms': 'number',
}

const account = {
  id: 'string',
  email: 'string',
  name: 'string',
  plan: 'string',
  email_confirmed_at: 'string date-time',
  email_confirmation: 'string: confirmed, pending, off',
  keep_addresses_days: 'integer',
  created_at: 'string date-time',
  updated_at: 'string date-time',
}

const SCOPE = 'string: verify, bulk, read, webhooks, rules, outcomes, admin'
const key = {
  id: 'string',
  name: 'string or null',
  masked: 'string',
  sandbox: 'boolean',
  publishable: 'boolean',
  scopes: 'array',
  'scopes[]': SCOPE,
  networks: 'array',
  'networks[]': 'string',
  origins: 'array',
  'origins[]': 'string',
  created_at: 'string date-time',
  expires_at: 'string date-time or null',
  last_used_at: 'string date-time or null',
}

const agentResult = {
  i: 'integer',
  v: 'integer',
  d: 'integer',
  e: 'string',
  // ours
  u: 'integer',
  a: 'string: allow, review, deny',
  r: 'string',
  m: MAILBOX_RESULTS,
  w: 'integer',
}
const BADGES = 'bronze, silver, gold, platinum'
const LEVELS = 'Contributor, Bronze, Silver, Gold, Diamond'
const EVENTS =
  'verification.completed, bulk.completed, usage.limit_reached, usage.threshold_reached, webhook.disabled, webhook.recovered'

const under = (prefix: string, rows: Record<string, string>) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [`${prefix}${name}`, row]))

describe('the resources have the specified members', () => {
  test('VerificationResult, required as far as they are always sent', () => {
    expect(table('VerificationResult')).toEqual(verificationResult)
    expect(schema('VerificationResult').required).toEqual([
      'email',
      'valid',
      'status',
      'is_known_valid_fallback',
      'is_dns_fallback',
      'checks',
      'from_pool',
      'metadata',
    ])
    expect(schema('VerificationResult').properties).toMatchObject({
      pool_confidence: { minimum: 0, maximum: 1 },
      credits_earned: { minimum: 0 },
    })
  })

  test('V2VerificationResult, ten of them required', () => {
    expect(table('V2VerificationResult')).toEqual({
      email: 'string',
      result_version: 'string',
      stability: 'string: beta, stable',
      request_id: 'string',
      checked_at: 'string date-time',
      default_decision: 'string: allow, deny, review',
      // ours
      ...accountDecisionIn('decision'),
      did_you_mean: 'string',
      normalized_email: 'string',
      reasons: 'array',
      'reasons[]': 'object',
      'reasons[].code': 'string',
      'reasons[].category': 'string: allow, deny, review',
      'reasons[].docs_slug': 'string',
      // ours
      'reasons[].message': 'string',
      'reasons[].docs_url': 'string uri',
      signals: 'object',
      'signals.syntax': 'string: valid, invalid',
      'signals.dns': 'string: resolves, no_records, timeout, error, not_checked',
      'signals.mx': 'string: present, absent, timeout, error, not_checked',
      'signals.disposable': 'boolean',
      'signals.accept_all': 'string: yes, no, unknown',
      // ours
      'signals.mailbox': MAILBOX_RESULTS,
      'signals.patterns': 'array',
      'signals.patterns[]': 'string: plus_addressing, developer_test, system_email, temporary, development_env, ci_cd',
      runtime: 'object',
      'runtime.status': 'string: ok, degraded',
      'runtime.unresolved_groups': 'array',
      'runtime.unresolved_groups[]': 'string',
      ttl_hint_seconds: 'integer',
    })
    expect(schema('V2VerificationResult').required).toEqual([
      'email',
      'result_version',
      'stability',
      'request_id',
      'checked_at',
      'default_decision',
      'reasons',
      'signals',
      'runtime',
      'ttl_hint_seconds',
    ])
    const signals = schema('Signals')
    expect(signals.additionalProperties).toBe(false)
    // ours is there only where it was asked for
    expect([...signals.required!, 'mailbox']).toEqual(Object.keys(signals.properties!))
    expect(schema('Reason').required).toEqual(['code', 'category', 'message', 'docs_slug', 'docs_url'])
    expect(schema('V2VerificationResult').properties?.runtime?.required).toEqual(['status', 'unresolved_groups'])
  })

  test('ErrorResponse, which has the members of RateLimitError and of 502 and 504', () => {
    expect(table('ErrorResponse')).toEqual({
      success: 'boolean',
      error: 'object',
      'error.message': 'string',
      'error.code': 'string',
      'error.details': 'object',
      'error.statusCode': 'integer',
      'error.retry_after': 'integer',
      'error.limit': 'integer',
      'error.reset': 'integer int64',
      'error.upgrade_url': 'string',
      // ours
      'error.docs_url': 'string uri',
      'error.details.problems': 'array',
      'error.details.problems[]': 'object',
      'error.details.problems[].path': 'string',
      'error.details.problems[].message': 'string',
      'error.details.scope': 'string: minute, hour, day, month',
      'error.details.used': 'integer',
      'error.details.remaining': 'integer',
      'error.details.requested': 'integer',
    })
  })

  test('Account, and the response that creates one', () => {
    expect(table('Account')).toEqual(account)
    expect(table('AccountCreated')).toEqual({
      success: 'boolean',
      account: 'object',
      ...under('account.', account),
      api_key: 'string',
    })
  })

  test('the batch response and UsageStats', () => {
    expect(table('BatchVerifyResponse')).toEqual({
      results: 'array',
      'results[]': 'object',
      ...under('results[].', verificationResult),
      summary: 'object',
      'summary.total': 'integer',
      'summary.valid': 'integer',
      'summary.invalid': 'integer',
      'summary.unknown': 'integer',
    })
    expect(table('UsageStats')).toEqual({
      current_month: 'object',
      'current_month.verifications': 'integer',
      'current_month.limit': 'integer',
      'current_month.remaining': 'integer',
      rate_limits: 'object',
      'rate_limits.per_minute': 'integer',
      'rate_limits.per_second': 'integer',
      plan: 'string',
    })
  })

  test('PoolStats, PoolLeaderboard and the pool activity', () => {
    expect(table('PoolStats')).toEqual({
      total_validations: 'integer int64',
      unique_emails: 'integer int64',
      hit_rate: 'number float',
      avg_response_time_ms: 'number',
      active_contributors: 'integer',
      coverage_by_domain: 'object',
    })
    expect(schema('PoolStats').properties).toMatchObject({
      hit_rate: { minimum: 0, maximum: 1 },
      coverage_by_domain: { additionalProperties: { type: 'number' } },
    })
    expect(table('PoolLeaderboard')).toEqual({
      period: 'string: daily, weekly, monthly, all-time',
      contributors: 'array',
      'contributors[]': 'object',
      'contributors[].rank': 'integer',
      'contributors[].contributor_id': 'string',
      'contributors[].contributions': 'integer',
      'contributors[].counted_contributions': 'integer',
      'contributors[].unique_contributions': 'integer',
      'contributors[].credits_earned': 'integer',
      'contributors[].badge': `string: ${BADGES}`,
      'contributors[].level': `string: ${LEVELS}`,
    })
    expect(table('PoolActivity')).toEqual({
      success: 'boolean',
      timestamp: 'string date-time',
      activity: 'array',
      'activity[]': 'object',
      'activity[].type': 'string: cache_hit, new_domain, validation, bulk',
      'activity[].message': 'string',
      'activity[].timestamp': 'string date-time',
      'activity[].icon': 'string',
      'activity[].provider': 'string',
      'activity[].source': 'string',
      metrics: 'object',
      'metrics.events_shown': 'integer',
      'metrics.activity_last_hour': 'integer',
      'metrics.most_common_type': 'string',
    })
    expect(schema('PoolActivityItem').required).toEqual(['type', 'message', 'timestamp', 'icon'])
  })

  test('ContributionHistory, ContributorRank and ContributorLevel', () => {
    expect(table('ContributionHistory')).toEqual({
      period: 'string: today, week, month, all-time',
      summary: 'object',
      'summary.total_contributions': 'integer',
      'summary.counted_contributions': 'integer',
      'summary.unique_contributions': 'integer',
      'summary.total_credits': 'integer',
      'summary.current_badge': `string: ${BADGES}`,
      contributions: 'array',
      'contributions[]': 'object',
      'contributions[].timestamp': 'string date-time',
      'contributions[].email_hash': 'string',
      'contributions[].credits_earned': 'integer',
      'contributions[].counted': 'boolean',
      'contributions[].unique': 'boolean',
      pagination: 'object',
      'pagination.page': 'integer',
      'pagination.limit': 'integer',
      'pagination.total': 'integer',
      'pagination.has_more': 'boolean',
    })
    expect(table('ContributorRank')).toEqual({
      rank: 'integer',
      api_key_id: 'string',
      contributions: 'integer',
      counted_contributions: 'integer',
      level: `string: ${LEVELS}`,
      level_badge: 'string: contributor, bronze, silver, gold, diamond',
    })
    expect(table('ContributorLevel')).toEqual({ name: 'string', min_contributions: 'integer', count: 'integer' })
  })

  test('AgentBatchResponse, whose results in the full format have further members', () => {
    const result = { ...verificationResult, ...agentResult }
    expect(table('AgentBatchResponse')).toEqual({
      id: 'string',
      results: 'array',
      'results[]': 'object',
      ...under('results[].', result),
      stats: 'object',
      'stats.t': 'integer',
      'stats.v': 'integer',
      // ours
      'stats.i': 'integer',
      'stats.u': 'integer',
      'stats.ms': 'integer',
      'stats.eps': 'integer',
    })
    expect(schema('AgentResult').required).toEqual(['i', 'v'])
  })

  test('the responses to an accepted batch and to its progress', () => {
    expect(table('AgentBatchOutcome')).toEqual({
      ...table('AgentBatchResponse'),
      batch_id: 'string',
      status: 'string: pending, processing',
      total: 'integer',
    })
    const accepted = {
      id: 'string',
      job_id: 'string',
      status: 'string: queued, pending, processing, completed, failed',
      total_emails: 'integer',
      request_id: 'string',
      trace_id: 'string',
      webhook_url: 'string',
    }
    const people = { people: 'integer', repeated_people: 'integer', duplicates: 'integer' }
    const progress = {
      total: 'integer',
      processed: 'integer',
      valid: 'integer',
      invalid: 'integer',
      // ours
      unknown: 'integer',
      disposable: 'integer',
      role: 'integer',
      deliverable: 'integer',
      risky: 'integer',
      mistyped: 'integer',
      distinct: 'integer',
      ...people,
      charged: 'integer',
    }
    const mailbox = {
      mailbox: 'object',
      'mailbox.waiting': 'integer',
      'mailbox.until': 'string date-time',
      'mailbox.ended_at': 'string date-time',
    }
    const column = { number: 'integer', name: 'string' }
    const file = {
      file: 'object',
      'file.name': 'string',
      'file.encoding':
        'string: utf-8, utf-16le, utf-16be, windows-1250, windows-1251, windows-1252, iso-8859-2, iso-8859-15',
      'file.byte_order_mark': 'boolean',
      'file.delimiter': 'string: ,, ;, \t, |',
      'file.line_ending': 'string: crlf, lf, cr, mixed',
      'file.header': 'boolean',
      'file.lines_before_header': 'integer',
      'file.email_column': 'object',
      ...under('file.email_column.', column),
      'file.other_email_columns': 'array',
      'file.other_email_columns[]': 'object',
      ...under('file.other_email_columns[].', column),
      'file.empty_rows': 'integer',
      'file.added_columns': 'array',
      'file.added_columns[]': 'string',
      'file.cells': 'object',
      ...under('file.cells.', {
        ...{ names: 'integer', mailto: 'integer', invisible: 'integer', quotes: 'integer', several: 'integer' },
        ...{ further: 'integer', row_length: 'integer', empty: 'integer', other_text: 'integer' },
      }),
      'file.remarks': 'array',
      'file.remarks[]': 'string',
      'file.warning': 'string',
      'file.notice': 'string',
    }
    // What was understood is ours.
    expect(table('UploadAccepted')).toEqual({ ...accepted, distinct: 'integer', ...people, ...file })
    expect(table('BatchStatus')).toEqual({
      batch_id: 'string',
      status: 'string: pending, processing, completed, failed, cancelled',
      ...progress,
      created_at: 'string date-time',
      completed_at: 'string date-time',
      // ours
      failure: 'string',
      job_id: 'string',
      progress: 'object',
      ...under('progress.', progress),
      ...file,
      ...mailbox,
      next_step: 'string',
      download_url: 'string uri',
    })
    expect(table('BulkJobStatus')).toEqual({
      job_id: 'string',
      status: 'string: pending, processing, completed, failed',
      progress: 'object',
      ...under('progress.', progress),
      download_url: 'string uri',
      created_at: 'string date-time',
      completed_at: 'string date-time',
      // ours
      ...file,
      ...mailbox,
      next_step: 'string',
      failure: 'string',
    })
  })

  test('webhooks and deliveries, which the specification leaves open', () => {
    const webhook = {
      id: 'string',
      url: 'string',
      events: 'array',
      'events[]': `string: ${EVENTS}`,
      header_names: 'array',
      'header_names[]': 'string',
      certificate_authority: 'string or null',
      status: 'string: enabled, disabled',
      disabled_reason: 'string or null: by_request, gone, failing, backlog, ',
      created_at: 'string date-time',
      updated_at: 'string date-time',
      last_success_at: 'string date-time or null',
      last_failure_at: 'string date-time or null',
      consecutive_failures: 'integer',
    }
    expect(table('Webhook')).toEqual(webhook)
    expect(table('WebhookWithSecret')).toEqual({
      success: 'boolean',
      webhook: 'object',
      ...under('webhook.', webhook),
      secret: 'string',
    })
    expect(table('WebhookList')).toEqual({
      webhooks: 'array',
      'webhooks[]': 'object',
      ...under('webhooks[].', webhook),
    })
    expect(table('SigningSecret')).toEqual({ secret: 'string' })
    expect(table('TestDelivery')).toEqual({ success: 'boolean', delivery_id: 'string' })
    const delivery = {
      id: 'string',
      event: 'string',
      status: 'string: pending, delivered, failed',
      created_at: 'string date-time',
      next_attempt_at: 'string date-time or null',
      attempts: 'array',
      'attempts[]': 'object',
      'attempts[].at': 'string date-time',
      'attempts[].status_code': 'integer or null',
      'attempts[].duration_ms': 'integer',
      'attempts[].response': 'string or null',
      'attempts[].location': 'string or null',
    }
    expect(table('Delivery')).toEqual(delivery)
    expect(table('DeliveryList')).toEqual({
      deliveries: 'array',
      'deliveries[]': 'object',
      ...under('deliveries[].', delivery),
      next_cursor: 'string or null',
    })
  })

  test('the diagnostic response, its env closed', () => {
    expect(table('DiagnosticResponse')).toEqual({
      timestamp: 'string date-time',
      node_version: 'string',
      platform: 'string',
      env: 'object',
      'env.NODE_ENV': 'string: development, production, test, unknown',
      'env.PLATFORM': 'string',
      'env.TZ': 'string',
      'env.LANG': 'string',
      modules: 'object',
    })
    expect(schema('DiagnosticResponse').properties?.env?.additionalProperties).toBe(false)
  })

  test('the levels and history of the pool, which the specification leaves open', () => {
    expect(table('ContributorLevelList')).toEqual({
      levels: 'array',
      'levels[]': 'object',
      ...under('levels[].', table('ContributorLevel')),
    })
    expect(tableOf(components.schemas.PoolHistory!['x-item-schema']!)).toEqual({
      day: 'string date',
      contributor_id: 'string',
      contributions: 'integer',
      counted_contributions: 'integer',
      unique_contributions: 'integer',
      credits_earned: 'integer',
      verdicts: 'object',
      'verdicts.valid': 'integer',
      'verdicts.invalid': 'integer',
      level: `string: ${LEVELS}`,
    })
  })

  test('CheckResult', () => {
    expect(table('CheckResult')).toEqual({
      decision: 'string: allow, deny, review',
      reasons: 'array',
      'reasons[]': 'string',
      did_you_mean: 'string',
      message: 'string',
    })
    expect(schema('CheckResult').required).toEqual(['decision', 'reasons'])
  })

  test('keys, pricing and health, which the specification leaves open', () => {
    expect(table('KeyGenerated')).toEqual({
      success: 'boolean',
      api_key: 'string',
      key: 'object',
      ...under('key.', key),
    })
    expect(table('KeyList')).toEqual({ keys: 'array', 'keys[]': 'object', ...under('keys[].', key) })
    expect(table('Done')).toEqual({ success: 'boolean', message: 'string' })
    expect(table('PricingTiers')).toEqual({
      success: 'boolean',
      currency: 'string: USD',
      tiers: 'array',
      'tiers[]': 'object',
      'tiers[].id': 'string: free, starter, growth, enterprise',
      'tiers[].name': 'string',
      'tiers[].price_monthly': 'number or null',
      'tiers[].validations_per_month': 'integer',
      'tiers[].rate_limit_per_minute': 'integer',
      'tiers[].features': 'array',
      'tiers[].features[]': 'string',
    })
    expect(table('Health')).toEqual({
      status: 'string: ok, degraded, error',
      version: 'string',
      lists_version: 'string',
      timestamp: 'string date-time',
      uptime_seconds: 'integer',
      checks: 'object',
    })
  })
})

const mailboxes = { mailbox: 'boolean or null', mailbox_minutes: 'integer or null' }

describe('the requests have the specified members', () => {
  test.each([
    [
      'VerifyRequest',
      { email: 'string', share_signals: 'boolean or null', debug: 'boolean or null', mailbox: 'boolean or null' },
      ['email'],
    ],
    ['V2VerifyRequest', { email: 'string', mailbox: 'boolean or null' }, ['email']],
    [
      'BatchVerifyRequest',
      { emails: 'array', 'emails[]': 'string', share_signals: 'boolean or null', debug: 'boolean or null' },
      ['emails'],
    ],
    [
      'AgentBatchRequest',
      {
        emails: 'array',
        'emails[]': 'string',
        format: 'string or null: compact, full',
        async: 'boolean or null',
        webhook_url: 'string uri or null',
        share_signals: 'boolean or null',
        debug: 'boolean or null',
        ...mailboxes,
      },
      ['emails'],
    ],
    [
      'UploadRequest',
      {
        file: 'string binary',
        webhook_url: 'string uri or null',
        email_column: 'string or null',
        has_header: 'boolean or null',
        encoding:
          'string or null: utf-8, utf-16le, utf-16be, windows-1250, windows-1251, windows-1252, iso-8859-2, iso-8859-15',
        ...mailboxes,
      },
      ['file'],
    ],
    [
      'CreateWebhookRequest',
      {
        url: 'string uri',
        events: 'array or null',
        'events[]': `string: ${EVENTS}`,
        headers: 'object or null',
        certificate_authority: 'string or null',
      },
      ['url'],
    ],
    [
      'UpdateWebhookRequest',
      {
        url: 'string uri or null',
        events: 'array or null',
        'events[]': `string: ${EVENTS}`,
        headers: 'object or null',
        certificate_authority: 'string or null',
        status: 'string or null: enabled, disabled',
      },
      undefined,
    ],
    ['CreateAccountRequest', { email: 'string email', name: 'string or null', invite: 'string or null' }, ['email']],
    ['CheckRequest', { email: 'string' }, ['email']],
    [
      'GenerateKeyRequest',
      {
        name: 'string or null',
        expires_in_days: 'integer or null',
        revoke_current_after_s: 'integer or null',
        sandbox: 'boolean or null',
        scopes: 'array or null',
        'scopes[]': SCOPE,
        networks: 'array or null',
        'networks[]': 'string',
        publishable: 'boolean or null',
        origins: 'array or null',
        'origins[]': 'string',
      },
      undefined,
    ],
  ])('%s', (name, rows, required) => {
    expect(table(name)).toEqual(rows)
    expect(schema(name).required).toEqual(required)
  })

  test('at most 1,000 emails; share_signals and debug default to false', () => {
    expect(schema('BatchVerifyRequest').properties).toMatchObject({
      emails: { maxItems: 1000 },
      share_signals: { 'x-default': false },
      debug: { 'x-default': false },
    })
  })

  test('at most 50,000 for an agent; the defaults are compact and synchronous', () => {
    expect(schema('AgentBatchRequest').properties).toMatchObject({
      emails: { minItems: 1, maxItems: 50_000 },
      format: { 'x-default': 'compact' },
      async: { 'x-default': false },
      share_signals: { 'x-default': false },
      debug: { 'x-default': false },
    })
  })
})

describe('the operations are the specified ones', () => {
  const keyed = 'required'
  const open = 'none'
  const either = 'optional'
  const rows = [
    ['POST', '/v1/verify', 'verifyEmail', keyed, [200, 400, 401, 403, 413, 415, 429, 500, 502, 504]],
    ['POST', '/v2/verify', 'verifyEmailSignals', keyed, [200, 400, 401, 403, 413, 415, 429, 500, 503]],
    ['POST', '/v1/check', 'checkEmail', keyed, [200, 400, 401, 403, 413, 415, 429, 500, 503]],
    ['POST', '/v1/verify/batch', 'verifyBatch', keyed, [200, 400, 401, 403, 413, 415, 429, 500, 503]],
    ['POST', '/v1/verify/bulk', 'verifyBulk', keyed, [200, 400, 401, 403, 413, 415, 429, 500, 503]],
    [
      'POST',
      '/v1/verify/bulk/agent',
      'verifyBulkAgent',
      keyed,
      [200, 202, 400, 401, 403, 409, 413, 415, 422, 429, 500, 503],
    ],
    ['POST', '/v1/bulk/upload', 'uploadBulk', keyed, [202, 400, 401, 403, 409, 413, 415, 422, 429, 500, 503]],
    ['GET', '/v1/bulk/{jobId}', 'getBulkJob', keyed, [200, 400, 401, 403, 404, 429, 500, 503]],
    ['GET', '/v1/batch/{batchId}', 'getBatch', keyed, [200, 400, 401, 403, 404, 429, 500, 503]],
    ['DELETE', '/v1/batch/{batchId}', 'cancelBatch', keyed, [200, 400, 401, 403, 404, 409, 425, 429, 500, 503]],
    [
      'GET',
      '/v1/batch/{batchId}/results',
      'getBatchResults',
      keyed,
      [200, 400, 401, 403, 404, 409, 425, 429, 500, 503],
    ],
    [
      'GET',
      '/v1/batch/{batchId}/download',
      'downloadBatch',
      either,
      [200, 400, 401, 403, 404, 409, 425, 429, 500, 503],
    ],
    ['POST', '/v1/webhooks', 'createWebhook', keyed, [201, 400, 401, 403, 409, 413, 415, 422, 429, 500, 503]],
    ['GET', '/v1/webhooks', 'listWebhooks', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['GET', '/v1/webhooks/signing-secret', 'getSigningSecret', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['GET', '/v1/webhooks/{webhookId}', 'getWebhook', keyed, [200, 400, 401, 403, 404, 429, 500, 503]],
    ['PATCH', '/v1/webhooks/{webhookId}', 'updateWebhook', keyed, [200, 400, 401, 403, 404, 413, 415, 429, 500, 503]],
    ['DELETE', '/v1/webhooks/{webhookId}', 'deleteWebhook', keyed, [200, 400, 401, 403, 404, 429, 500, 503]],
    [
      'POST',
      '/v1/webhooks/{webhookId}/rotate-secret',
      'rotateWebhookSecret',
      keyed,
      [200, 400, 401, 403, 404, 409, 422, 429, 500, 503],
    ],
    ['POST', '/v1/webhooks/{webhookId}/test', 'testWebhook', keyed, [202, 400, 401, 403, 404, 409, 422, 429, 500, 503]],
    ['GET', '/v1/webhooks/{webhookId}/deliveries', 'listDeliveries', keyed, [200, 400, 401, 403, 404, 429, 500, 503]],
    [
      'POST',
      '/v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend',
      'resendDelivery',
      keyed,
      [202, 400, 401, 403, 404, 409, 422, 429, 500, 503],
    ],
    [
      'POST',
      '/v1/webhooks/{webhookId}/replay',
      'replayDeliveries',
      keyed,
      [202, 400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503],
    ],
    ['POST', '/v1/accounts/create', 'createAccount', open, [201, 400, 403, 413, 415, 429, 500, 503]],
    ['GET', '/v1/accounts/me', 'getAccount', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['PATCH', '/v1/accounts/me', 'updateAccount', keyed, [200, 400, 401, 403, 413, 415, 429, 500, 503]],
    [
      'POST',
      '/v1/accounts/me/confirmation',
      'requestConfirmation',
      keyed,
      [202, 400, 401, 403, 409, 422, 429, 500, 503],
    ],
    ['POST', '/v1/keys/generate', 'generateKey', keyed, [201, 400, 401, 403, 409, 413, 415, 422, 429, 500, 503]],
    ['GET', '/v1/keys', 'listKeys', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['DELETE', '/v1/keys/{keyId}', 'revokeKey', keyed, [200, 400, 401, 403, 404, 429, 500, 503]],
    ['GET', '/v1/audit', 'listAuditEntries', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['GET', '/v1/stats', 'getUsage', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['GET', '/v1/verdicts', 'getVerdicts', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['GET', '/v1/decisions', 'listDecisions', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['GET', '/v1/verifications', 'exportVerifications', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['POST', '/v1/decisions/search', 'searchDecisions', keyed, [200, 400, 401, 403, 413, 415, 429, 500, 503]],
    ['POST', '/v1/outcomes', 'recordOutcomes', keyed, [200, 400, 401, 403, 413, 415, 429, 500, 503]],
    ['POST', '/v1/outcomes/from/{sender}', 'recordSenderEvents', keyed, [200, 400, 401, 403, 413, 415, 429, 500, 503]],
    ['GET', '/v1/outcomes/quality', 'getOutcomeQuality', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['GET', '/v1/rules', 'getRules', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['PUT', '/v1/rules/draft', 'putRulesDraft', keyed, [200, 400, 401, 403, 413, 415, 429, 500, 503]],
    ['POST', '/v1/rules/activate', 'activateRules', keyed, [200, 400, 401, 403, 409, 413, 415, 429, 500, 503]],
    ['POST', '/v1/rules/rollback', 'rollbackRules', keyed, [200, 400, 401, 403, 404, 413, 415, 429, 500, 503]],
    ['GET', '/v1/rules/versions', 'listRulesVersions', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['GET', '/v1/rules/versions/{rulesVersion}', 'getRulesVersion', keyed, [200, 400, 401, 403, 404, 429, 500, 503]],
    ['GET', '/v1/rules/comparison', 'compareRules', keyed, [200, 400, 401, 403, 404, 429, 500, 503]],
    ['POST', '/v1/rules/backtests', 'createBacktest', keyed, [202, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503]],
    ['GET', '/v1/rules/backtests', 'listBacktests', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['GET', '/v1/rules/backtests/{backtestId}', 'getBacktest', keyed, [200, 400, 401, 403, 404, 429, 500, 503]],
    ['DELETE', '/v1/rules/backtests/{backtestId}', 'cancelBacktest', keyed, [200, 400, 401, 403, 404, 429, 500, 503]],
    ['GET', '/v1/lists/{listName}', 'getList', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['PUT', '/v1/lists/{listName}', 'putList', keyed, [200, 400, 401, 403, 413, 415, 429, 500, 503]],
    ['GET', '/v1/pool/stats', 'getPoolStats', open, [200, 304, 400, 429, 500, 503]],
    ['GET', '/v1/pool/leaderboard', 'getPoolLeaderboard', open, [200, 304, 400, 429, 500, 503]],
    ['GET', '/v1/pool/activity', 'getPoolActivity', open, [200, 304, 400, 429, 500, 503]],
    ['GET', '/v1/pool/contributions', 'getPoolContributions', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['GET', '/v1/pool/rank', 'getPoolRank', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['GET', '/v1/pool/levels', 'getPoolLevels', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['GET', '/v1/pool/history', 'getPoolHistory', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['GET', '/v1/pricing', 'getPricing', open, [200, 304, 400, 429, 500]],
    ['GET', '/v1/health', 'getHealth', open, [200, 400, 500, 503]],
    ['GET', '/health/live', 'getLiveness', open, [200, 400, 500, 503]],
    ['GET', '/health/ready', 'getReadiness', open, [200, 400, 500, 503]],
    ['GET', '/v1/openapi.json', 'getOpenapi', open, [200, 304, 400, 429, 500]],
    ['GET', '/v1/diagnostic/modules', 'getDiagnosticModules', keyed, [200, 400, 401, 403, 429, 500, 503]],
    ['GET', '/docs/reasons', 'listReasons', open, [200, 304, 400, 429, 500]],
    ['GET', '/docs/reasons/{slug}', 'getReason', open, [200, 304, 400, 404, 429, 500]],
  ] as const
  const { operations, operation } = loadContract()

  test('and no others', () => {
    expect(operations.map(({ id }) => id).sort()).toEqual(rows.map(([, , id]) => id).sort())
  })

  test.each(rows)('%s %s is %s', (method, path, id, key, statuses) => {
    expect(operation(id)).toMatchObject({ method, path, key })
    expect([...operation(id).statuses].sort()).toEqual(statuses)
  })

  test('the parameters of the pool are the specified ones, with their defaults', () => {
    const queryOf = (path: string) =>
      Object.fromEntries(
        resolveReferences(readDocument())
          .paths[path]!.get!.parameters!.filter((parameter) => parameter.in === 'query')
          .map(({ name, schema: { enum: values, minimum, maximum, format, default: fallback } }) => [
            name,
            { enum: values, minimum, maximum, format, default: fallback },
          ]),
      )
    const period = (fallback: string, ...names: string[]) => ({ enum: [...names, 'all-time'], default: fallback })
    const limit = (fallback: number) => ({ minimum: 1, maximum: 100, default: fallback })
    expect(queryOf('/v1/pool/leaderboard')).toEqual({
      period: period('weekly', 'daily', 'weekly', 'monthly'),
      limit: limit(10),
    })
    expect(queryOf('/v1/pool/activity')).toEqual({ limit: limit(50) })
    expect(queryOf('/v1/pool/contributions')).toEqual({
      period: period('week', 'today', 'week', 'month'),
      page: { minimum: 1, default: 1 },
      limit: limit(20),
    })
    expect(queryOf('/v1/pool/rank')).toEqual({ period: period('all-time', 'daily', 'weekly', 'monthly') })
    expect(queryOf('/v1/pool/history')).toEqual({ from: { format: 'date' }, to: { format: 'date' } })
  })

  test('verifications and public reads are limited per minute, new accounts per hour, writes per minute and day', () => {
    const limited = operations.filter(({ limit }) => limit).map(({ id, limit }) => [id, limit])
    expect(Object.fromEntries(limited)).toEqual({
      activateRules: 'write',
      cancelBatch: 'write',
      createBacktest: 'write',
      cancelBacktest: 'write',
      createWebhook: 'write',
      deleteWebhook: 'write',
      generateKey: 'write',
      recordOutcomes: 'write',
      recordSenderEvents: 'sender',
      putList: 'write',
      putRulesDraft: 'write',
      replayDeliveries: 'write',
      requestConfirmation: 'write',
      resendDelivery: 'write',
      revokeKey: 'write',
      rollbackRules: 'write',
      rotateWebhookSecret: 'write',
      searchDecisions: 'write',
      testWebhook: 'write',
      updateAccount: 'write',
      updateWebhook: 'write',

      verifyEmail: 'verify',
      verifyEmailSignals: 'verify',
      checkEmail: 'verify',
      verifyBatch: 'verify',
      verifyBulk: 'verify',
      verifyBulkAgent: 'agent',
      uploadBulk: 'verify',
      createAccount: 'account_creation',

      getPoolStats: 'public_read',
      getPoolLeaderboard: 'public_read',
      getPoolActivity: 'public_read',
      getPricing: 'public_read',
      getOpenapi: 'public_read',
      listReasons: 'public_read',
      getReason: 'public_read',
    })
  })

  test('keys, links, webhooks, uploads and batches accept an Idempotency-Key; createAccount, which needs no key, does not', () => {
    expect(operations.filter(({ idempotent }) => idempotent).map(({ id }) => id)).toEqual([
      'verifyBulkAgent',
      'uploadBulk',
      'requestConfirmation',
      'generateKey',
      'createWebhook',
      'rotateWebhookSecret',
      'testWebhook',
      'replayDeliveries',
      'resendDelivery',
    ])
  })

  test('v2 answers with its five headers', () => {
    const { paths } = resolveReferences(readDocument())
    expect(Object.keys((paths['/v2/verify']!.post!.responses[200] as { headers: object }).headers)).toEqual(
      expect.arrayContaining(['X-Request-ID', 'X-Trace-ID', 'X-Parent-ID', 'X-Processing-Time-MS', 'X-API-Status']),
    )
  })
})
