import 'reflect-metadata'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { BatchResultsResolver } from '../../src/api/batches/resolvers.js'
import type { GraphqlContext } from '../../src/api/graphql/context.js'
import { WebhookResolver } from '../../src/api/webhooks/resolvers.js'

const LARGE = 50
const ARGS = { first: 100 }
const results = (rows: number) => {
  const page = { rows: Array.from({ length: rows }, (_, index) => ({ index })), more: false, total: rows }
  const context = { loaders: { results: { load: async () => page } } } as unknown as GraphqlContext
  return new BatchResultsResolver().results({ id: 'bat_1' } as never, ARGS, context)
}
const deliveries = (rows: number) => {
  const page = {
    items: Array.from({ length: rows }, (_, at) => ({ view: { id: `${at}` }, cursor: `${at}` })),
    more: false,
  }
  const context = { loaders: { deliveries: { load: async () => page } } } as unknown as GraphqlContext
  return new WebhookResolver().deliveries({ id: 'wh_1' } as never, ARGS, context)
}
const LISTS = [
  { list: 'results', pageOf: results },
  { list: 'deliveries', pageOf: deliveries },
]

/** How many of three pages are completed in each turn of the event loop. */
async function completedPerTurn(pageOf: () => Promise<unknown>): Promise<number[]> {
  let completed = 0
  for (let count = 0; count < 3; count++) void pageOf().then(() => completed++)
  const perTurn: number[] = []
  for (let seen = 0; seen < 3; seen = completed) {
    await nextTurn()
    perTurn.push(completed - seen)
  }
  return perTurn
}

test.each(LISTS)('large pages of $list are completed in different turns of the event loop', async ({ pageOf }) => {
  expect(Math.max(...(await completedPerTurn(() => pageOf(LARGE))))).toBe(1)
})

test.each(LISTS)('small pages of $list are completed in the same turn', async ({ pageOf }) => {
  expect(await completedPerTurn(() => pageOf(LARGE - 1))).toEqual([3])
})
