import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql'
import { ended, submit } from '../../../testbed/callers/batches.js'
import { compiled } from '../../../testbed/service/compiled.js'
import type { InProcessService } from '../../../testbed/service/inProcess.js'
import { start } from '../../../testbed/service/start.js'

/** Clients that generators make of the published documents, compiled strictly and used against the service. */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const CONSUMERS = join(ROOT, 'test/api/contract/clients/consumers')
const MODULES = join(ROOT, 'node_modules')

let api: InProcessService
let directory: string
let key: string

beforeAll(async () => {
  ;[api, directory] = await Promise.all([start(), mkdtemp(join(tmpdir(), 'mailproof-clients-'))])
  key = (await api.account({ plan: 'growth' })).key
  await Promise.all([
    symlink(MODULES, join(directory, 'node_modules')),
    cp(CONSUMERS, directory, { recursive: true }),
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
    write('openapi.json', (await api.call('getOpenapi')).body),
    writeFile(join(directory, 'schema.graphql'), await introspectedSchema()),
  ])
  const files = ['openapi.json', 'schema.graphql', 'operations.graphql'].map((name) => join(directory, name))
  await node(compiled('test/api/contract/clients/generate.ts'), ...files, directory)
  expect(await node(join(MODULES, 'typescript/bin/tsc'), '-p', directory)).toBe('')
})
afterAll(async () => {
  await api.stop()
  await rm(directory, { recursive: true, force: true })
})

const write = (name: string, content: object) => writeFile(join(directory, name), JSON.stringify(content))

async function introspectedSchema(): Promise<string> {
  const { body } = await api.request('POST', '/graphql', { body: { query: getIntrospectionQuery() }, key })
  return printSchema(buildClientSchema(body.data))
}

/** Runs a program; its standard output. @throws Error with its output unless its exit code is 0 */
const node = (...args: string[]): Promise<string> => run(key, args)

async function run(apiKey: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, SERVICE_URL: api.url, API_KEY: apiKey, NODE_OPTIONS: '' }
  try {
    return (await promisify(execFile)(process.execPath, args, { cwd: directory, env })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${args[0]}:\n${stdout}${stderr}`, { cause: error })
  }
}

const use = async (consumer: string, apiKey = key): Promise<unknown> =>
  JSON.parse(await run(apiKey, [join(directory, `out/${consumer}.js`)]))

const REFUSED = { code: 'VALIDATION_ERROR', paths: ['/emial', '/email'] }
/** What a client of REST finds out beyond verifications. */
const BEYOND = {
  docs: true,
  leaderboard: { period: 'all-time', isList: true },
  activity: true,
  upload: { total: 2, column: 'address', status: 'completed' },
  invalid: ['Bob'],
  webhook: { events: ['bulk.completed'], status: 'disabled', deliveries: 0, isListed: true, isDeleted: true },
}

describe('clients generated with default settings compile strictly, and', () => {
  test('those by openapi-typescript verify, page, upload, download, manage webhooks and read errors', async () => {
    expect(await use('useOpenapiFetch')).toEqual({
      status: 'valid',
      malformed: false,
      batch: { status: 'completed', total: 2 },
      results: ['valid', 'invalid'],
      refused: { status: 400, ...REFUSED },
      ...BEYOND,
    })
  })

  test('those by @hey-api/openapi-ts verify, page, upload, download, manage webhooks and read errors', async () => {
    expect(await use('useHeyApi')).toEqual({
      status: 'valid',
      malformed: false,
      batch: { status: 'completed', total: 2 },
      results: ['valid', 'invalid'],
      refused: { status: 400, ...REFUSED },
      ...BEYOND,
      unknownKey: 'INVALID_API_KEY',
    })
  })

  test('those by graphql-codegen verify, follow a batch and read errors', async () => {
    expect(await use('useGraphql')).toEqual({
      status: 'VALID',
      malformed: false,
      batch: { status: 'COMPLETED', total: 2 },
      results: [true, false],
      completed: true,
      refused: { code: 'VALIDATION_ERROR', paths: ['/emails'] },
      plan: 'growth',
    })
  })

  test("those by graphql-codegen's client preset read a leaderboard and a dashboard, with masked fragments", async () => {
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
