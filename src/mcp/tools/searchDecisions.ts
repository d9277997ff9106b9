// The tool that finds what was answered before.
import { NULLABLE_TEXT } from '../schemas.js'
import type { Tool } from '../tool.js'

interface Arguments {
  readonly email?: string
  readonly domain?: string
  readonly decision?: string
  readonly reason?: string
  readonly from?: string
  readonly to?: string
  readonly limit?: number
  readonly cursor?: string
}

const text = (maxLength: number, description: string) =>
  ({ type: 'string', minLength: 1, maxLength, description }) as const

export const searchDecisions: Tool<Arguments> = {
  name: 'search_decisions',
  title: 'Search what was answered',
  description: `What this account's verifications answered, newest first: when, the decision with its reasons, and in \`today\` what would be decided \
now. Use it to find out why a customer was refused. The log has no addresses; \`email\` is compared by a keyed hash, and cannot be \
combined with domain, decision or reason. Costs nothing; searches with \`email\` count as writes per minute. Default: the last 30 days.`,
  operations: ['listDecisions', 'searchDecisions'],
  input: {
    type: 'object',
    additionalProperties: false,
    properties: {
      email: text(1_000, 'Only decisions about this address, in any spelling of it.'),
      domain: text(253, 'Only addresses of this domain, without its subdomains.'),
      decision: { type: 'string', enum: ['allow', 'review', 'deny'], description: 'Only this decision.' },
      reason: text(40, 'Only decisions with this reason code.'),
      from: text(40, 'Start: a time in ISO 8601, or a UTC date.'),
      to: text(40, 'End, exclusive: a time in ISO 8601, or a UTC date with its whole day.'),
      limit: { type: 'integer', minimum: 1, maximum: 100, 'x-default': 20, description: 'Default: 20.' },
      cursor: text(1_000, 'The `next_cursor` of the previous page.'),
    },
  },
  example: { email: 'jane@gmial.com', from: '2026-11-01' },
  output: {
    type: 'object',
    required: ['decisions', 'next_cursor'],
    properties: {
      decisions: {
        type: 'array',
        items: {
          type: 'object',
          required: ['at', 'decision', 'reasons', 'domain', 'today'],
          properties: {
            at: { type: 'string' },
            decision: NULLABLE_TEXT,
            reasons: { type: ['array', 'null'], items: { type: 'string' } },
            domain: NULLABLE_TEXT,
            today: { type: ['object', 'null'] },
          },
        },
      },
      next_cursor: NULLABLE_TEXT,
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (api, given) => api.call(given.email === undefined ? 'listDecisions' : 'searchDecisions', { ...given }),
}
