import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql'
import { compiled } from '../../support/compiled.js'
import { startService, type TestService } from '../../support/service.js'

/** Clients that generators make of the published documents, compiled strictly and used against the service. */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const CONSUMERS = join(ROOT, 'test/api/contract/clients/consumers')
const MODULES = join(ROOT, 'node_modules')

let api: TestService
let directory: string
let key: string

beforeAll(async () => {
  ;[api, directory] = await Promise.all([startService(), mkdtemp(join(tmpdir(), 'mailproof-clients-'))])
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
}, 60_000)
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
async function node(...args: string[]): Promise<string> {
  const env = { ...process.env, SERVICE_URL: api.url, API_KEY: key, NODE_OPTIONS: '' }
  try {
    return (await promisify(execFile)(process.execPath, args, { cwd: directory, env })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${args[0]}:\n${stdout}${stderr}`, { cause: error })
  }
}

const use = async (consumer: string): Promise<unknown> => JSON.parse(await node(join(directory, `out/${consumer}.js`)))

const REFUSED = { code: 'VALIDATION_ERROR', paths: ['/emial', '/email'] }

describe('clients generated with default settings compile strictly, and', () => {
  test('those by openapi-typescript verify, follow a batch and read errors', async () => {
    expect(await use('useOpenapiFetch')).toEqual({
      status: 'valid',
      malformed: false,
      batch: { status: 'completed', total: 2 },
      results: ['valid', 'invalid'],
      refused: { status: 400, ...REFUSED },
    })
  })

  test('those by @hey-api/openapi-ts verify, follow a batch and read errors', async () => {
    expect(await use('useHeyApi')).toEqual({
      status: 'valid',
      malformed: false,
      batch: { status: 'completed', total: 2 },
      results: ['valid', 'invalid'],
      refused: { status: 400, ...REFUSED },
      stranger: 'INVALID_API_KEY',
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
})
