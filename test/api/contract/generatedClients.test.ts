// Clients that generators of TypeScript make of the served descriptions, with default settings.
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ended, submit } from '../../../testbed/callers/batches.js'
import { compiled } from '../../../testbed/service/compiled.js'
import { BATCH, DAY, openWorkday, type Workday } from './clients/workday.js'

/** Clients in TypeScript that generators make of the published documents, compiled strictly and used. */

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))

let day: Workday

beforeAll(async () => {
  day = await openWorkday('typescript')
  await Promise.all([
    symlink(MODULES, join(day.directory, 'node_modules')),
    write('package.json', { type: 'module' }),
    write('tsconfig.json', {
      compilerOptions: {
        strict: true,
        skipLibCheck: true,
        target: 'ES2022',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        module: 'NodeNext',
        types: ['node'],
        outDir: 'out',
      },
    }),
  ])
  const files = ['openapi.json', 'schema.graphql', 'operations.graphql'].map((name) => join(day.directory, name))
  await node(compiled('test/api/contract/clients/generate.ts'), ...files, day.directory)
  expect(await node(join(MODULES, '@typescript/native/bin/tsc'), '-p', day.directory)).toBe('')
})
afterAll(() => day.close())

const write = (name: string, content: object) => writeFile(join(day.directory, name), JSON.stringify(content))

const node = (...args: string[]): Promise<string> => day.run(process.execPath, args)

const use = async (consumer: string, key = day.key): Promise<unknown> =>
  JSON.parse(await day.run(process.execPath, [join(day.directory, `out/${consumer}.js`)], { API_KEY: key }))

describe('clients generated with default settings compile strictly, and', () => {
  test('those by openapi-typescript do a day of work', async () => expect(await use('useOpenapiFetch')).toEqual(DAY))

  test('those by @hey-api/openapi-ts do a day of work', async () => expect(await use('useHeyApi')).toEqual(DAY))

  test('those by graphql-codegen verify, follow a batch and read errors', async () => {
    expect(await use('useGraphql')).toEqual(BATCH)
  })

  test("those by graphql-codegen's client preset read a leaderboard and a dashboard, with masked fragments", async () => {
    const { api } = day
    const { key: own } = await api.account({ plan: 'growth' })
    await api.call('createWebhook', {
      key: own,
      body: { url: 'https://192.0.43.8/preset', events: ['bulk.completed'] },
    })
    const batchId = await submit(api, own, ['ada@explicit.mailproof.net', 'x'])
    await ended(api, own, batchId)
    expect(await use('usePreset', own)).toEqual({
      leaderboard: { period: 'ALL_TIME', ranks: [] },
      plan: 'growth',
      webhooks: [{ url: 'https://192.0.43.8/preset', events: ['BULK_COMPLETED'], status: 'ENABLED' }],
      batches: [{ status: 'COMPLETED', total: 2, valid: 1 }],
      more: false,
    })
  })
})
