import type { Attack } from '../attack.js'
import { requireStatus } from './requireStatus.js'

const BATCHES = 20
const ROWS = 100

/** Each a little below the cost limit of 5,000. */
const QUERIES = [
  '{batches(first:19){edges{node{id status total results(first:100){edges{node{email valid error}}}}}}}',
  `{${Array.from({ length: 3 }, (_, at) => `a${at}:poolLeaderboard(limit:100){contributors{rank contributorId badge contributions creditsEarned uniqueContributions}}`).join(' ')}}`,
  `{${Array.from({ length: 2 }, (_, at) => `a${at}:__schema{types{name description fields{name description args{name description type{name}} type{name kind}}}}`).join(' ')}}`,
]

export const graphqlFullCost: Attack = {
  name: 'graphql-full-cost',
  summary: 'growth key: GraphQL queries near the cost limit, as fast as 8 connections carry them',
  async prepare({ call, paidKey }) {
    for (let batch = 0; batch < BATCHES; batch++) {
      const emails = Array.from({ length: ROWS }, (_, row) => `${row}@warm-${row % 50}.mailproof.net`)
      const body = { emails, async: true }
      requireStatus(await call('POST', '/v1/verify/bulk/agent', { key: paidKey, body }), 202)
    }
    let turn = 0
    return {
      concurrency: 8,
      strike: async () => {
        await call('POST', '/graphql', { key: paidKey, body: { query: QUERIES[turn++ % QUERIES.length] } })
      },
    }
  },
}
