// The tool that verifies a list, after a quote.
import { type Answer, type Api, Refusal } from '../api.js'
import { COUNT, NEXT, RESULT, TEXT } from '../schemas.js'
import type { Tool } from '../tool.js'

interface Arguments {
  readonly emails: readonly string[]
  readonly max_charge?: number
  readonly idempotency_key?: string
}

/** Longer lists become jobs: the results of 100 addresses are all that an agent should have to read at once. */
const AT_ONCE = 100
const MAX_EMAILS = 10_000

export const verifyList: Tool<Arguments> = {
  name: 'verify_list',
  title: 'Verify a list of email addresses',
  description: `Verifies up to ${MAX_EMAILS.toLocaleString('en')} addresses. Costs 1 verification per distinct address; results that DNS could not confirm \
are not charged, and a sandbox key is never charged. Nothing is spent without \`max_charge\`: the first call answers with a quote \
(\`state: "quote"\`) that says how many would be charged and how many are left this month. Show it to the person who pays, then call again \
with \`max_charge\`. Up to ${AT_ONCE} addresses are answered at once (\`state: "completed"\`); longer lists become a job \
(\`state: "accepted"\`), whose progress and results get_job has. Counts as one request per minute. \
For larger files: search_docs with "bulk lists".`,
  operations: ['getUsage', 'verifyBatch', 'verifyBulkAgent'],
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['emails'],
    properties: {
      emails: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_EMAILS,
        items: { type: 'string', maxLength: 1_000 },
        description: 'The addresses, each exactly as it was given.',
      },
      max_charge: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_EMAILS,
        description: 'The most that may be charged. Leave it out to get a quote; nothing is verified then.',
      },
      idempotency_key: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        description: 'For lists that become jobs: a repetition with the same key within a day starts no second job.',
      },
    },
  },
  example: { emails: ['jane.doe@gmail.com', 'jane.doe@gmial.con'], max_charge: 2 },
  output: {
    type: 'object',
    required: ['state', 'next'],
    properties: {
      state: { enum: ['quote', 'completed', 'accepted'] },
      would_charge: { ...COUNT, description: 'Of a quote: the most that the list will cost.' },
      left_this_month: {
        type: 'integer',
        description: 'Of a quote: the quota that is left; absent if the key may not read it.',
      },
      job_id: { ...TEXT, description: 'Of an accepted list.' },
      total: COUNT,
      summary: { type: 'object', description: 'Numbers of results by status.' },
      results: { type: 'array', items: RESULT },
      next: NEXT,
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run(api, { emails, max_charge: maxCharge, idempotency_key: key }) {
    const price = api.sandbox ? 0 : new Set(emails).size
    if (price > (maxCharge ?? 0)) return quote(api, price, maxCharge)
    return emails.length <= AT_ONCE ? verify(api, emails) : submit(api, emails, key)
  },
}

async function quote(api: Api, price: number, maxCharge: number | undefined) {
  const left = await leftThisMonth(api)
  const why = maxCharge === undefined ? '' : ` It would cost more than max_charge, ${maxCharge}.`
  return {
    state: 'quote',
    would_charge: price,
    ...(left !== undefined && { left_this_month: left }),
    next:
      left !== undefined && price > left
        ? `Nothing was verified or charged. The list needs ${price} verifications and ${left} are left this month: send a part of it.`
        : `Nothing was verified or charged.${why} To verify the list, call verify_list again with the same emails and max_charge: ${price}.`,
  }
}

/** Undefined for a key that may verify but not read. @throws Refusal */
async function leftThisMonth(api: Api): Promise<number | undefined> {
  try {
    return (await api.call('getUsage', {})).current_month.remaining
  } catch (error) {
    if (error instanceof Refusal && error.refused.code === 'INSUFFICIENT_SCOPE') return undefined
    throw error
  }
}

async function verify(api: Api, emails: readonly string[]) {
  const { results, summary } = await api.call('verifyBatch', { emails })
  return {
    state: 'completed',
    total: emails.length,
    summary,
    results: results.map(row),
    next: 'Done. explain_reason says what a reason means and what to tell the person.',
  }
}

type Result = Answer<'verifyBatch'>['results'][number]

const row = ({ email, status, reason, checks, metadata }: Result, index: number) => ({
  index,
  email,
  status,
  ...(reason !== undefined && { reason }),
  ...(checks.disposable && { disposable: true }),
  ...(metadata.did_you_mean !== undefined && { did_you_mean: metadata.did_you_mean }),
})

async function submit(api: Api, emails: readonly string[], key: string | undefined) {
  const outcome = await api.call('verifyBulkAgent', { emails, async: true, format: 'full' }, key)
  const { batch_id: id } = outcome as { readonly batch_id: string }
  return {
    state: 'accepted',
    job_id: id,
    total: emails.length,
    next: `Call get_job with job_id ${JSON.stringify(id)} in a few seconds.`,
  }
}
