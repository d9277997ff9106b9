import { COUNT, TEXT } from '../schemas.js'
import type { Tool } from '../tool.js'

const COSTS = [
  { tool: 'verify_email', costs: '1 verification; 0 if DNS gave no answer' },
  { tool: 'verify_list', costs: '1 verification per distinct address; 0 for those that DNS gave no answer for' },
  { tool: 'all others', costs: 'nothing' },
]

export const getUsage: Tool<object> = {
  name: 'get_usage',
  title: 'Quota, limits and costs',
  description: `How many verifications this account has used this month (UTC) and has left, its requests per minute, its plan, and what each tool \
costs. Costs nothing. Call it before you spend much.`,
  operations: ['getUsage'],
  input: { type: 'object', additionalProperties: false, properties: {} },
  example: {},
  output: {
    type: 'object',
    required: ['plan', 'sandbox', 'current_month', 'rate_limits', 'costs'],
    properties: {
      plan: TEXT,
      sandbox: { type: 'boolean', description: 'Whether the key is a sandbox key: verdicts are simulated and free.' },
      current_month: {
        type: 'object',
        required: ['verifications', 'limit', 'remaining'],
        properties: { verifications: COUNT, limit: COUNT, remaining: COUNT },
      },
      rate_limits: { type: 'object', required: ['per_minute'], properties: { per_minute: COUNT } },
      costs: {
        type: 'array',
        items: { type: 'object', required: ['tool', 'costs'], properties: { tool: TEXT, costs: TEXT } },
      },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: async (api) => ({ ...(await api.call('getUsage', {})), sandbox: api.sandbox, costs: COSTS }),
}
