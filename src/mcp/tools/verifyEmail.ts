import { NULLABLE_TEXT, TEXT } from '../schemas.js'
import type { Tool } from '../tool.js'

export const verifyEmail: Tool<{ readonly email: string; readonly mailbox?: boolean }> = {
  name: 'verify_email',
  title: 'Verify an email address',
  description: `Says whether one email address can receive mail, and why: syntax, DNS, disposable domains, probable typos. No mail is sent. \
Read \`default_decision\`: allow, review or deny; the first of \`reasons\` decided it. If \`did_you_mean\` is present, ask whether \
that address was meant; never replace it silently.
With \`mailbox\`, the domain's mail server is asked whether the mailbox exists, where the operator allows that; only ask when it matters. \
While \`runtime.unresolved_groups\` has \`mailbox\`, ask again after \`ttl_hint_seconds\`.
Costs 1 verification of the monthly quota; nothing without an answer (\`runtime.status\` is not \`ok\`), and nothing with a sandbox key. \
Counts against the requests per minute. For several addresses use verify_list, which counts as one request.`,
  operations: ['verifyEmailSignals'],
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['email'],
    properties: {
      email: {
        type: 'string',
        maxLength: 1_000,
        description: 'The address exactly as it was given; malformed text gets a verdict, not an error.',
      },
      mailbox: { type: 'boolean', description: "Whether to ask the domain's mail server. Default: false." },
    },
  },
  example: { email: 'jane.doe@gmail.com' },
  output: {
    type: 'object',
    required: ['email', 'default_decision', 'reasons', 'checked_at'],
    properties: {
      email: TEXT,
      default_decision: { ...TEXT, description: 'allow, review or deny.' },
      did_you_mean: NULLABLE_TEXT,
      normalized_email: NULLABLE_TEXT,
      reasons: {
        type: 'array',
        items: {
          type: 'object',
          required: ['code', 'category', 'message', 'docs_url'],
          properties: { code: TEXT, category: TEXT, message: TEXT, docs_url: TEXT },
        },
      },
      checked_at: TEXT,
      ttl_hint_seconds: { type: 'integer', description: 'A repetition within this time is of no use.' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  run: (api, { email, mailbox }) =>
    api.call('verifyEmailSignals', { email, ...(mailbox !== undefined && { mailbox }) }),
}
