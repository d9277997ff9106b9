import type { Attack } from '../attack.js'
import { requireStatus } from './requireStatus.js'

const BATCHES = 20
const ROWS = 100

const LEADERBOARD = 'contributors{rank contributorId badge contributions creditsEarned uniqueContributions}'
const DESCRIPTION = 'types{name description fields{name description args{name description type{name}} type{name kind}}}'

/** Each a little below the cost limit of 5,000. */
const QUERIES = [
  '{batches(first:9){edges{node{id status total results(first:100){edges{node{email valid error}}}}}}}',
  `{a:poolLeaderboard(limit:100){${LEADERBOARD}} b:poolLeaderboard(limit:60){${LEADERBOARD}}}`,
  `{${['a', 'b', 'c'].map((alias) => `${alias}:__schema{${DESCRIPTION}}`).join(' ')}}`,
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
    const ask = (query: string) => call('POST', '/graphql', { key: paidKey, body: { query } })
    for (const query of QUERIES) requireStatus(await ask(query), 200)
    let turn = 0
    return {
      concurrency: 8,
      strike: async () => void (await ask(QUERIES[turn++ % QUERIES.length]!)),
    }
  },
}
