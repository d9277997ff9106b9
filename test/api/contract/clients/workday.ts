// A service for one day of a generated client's work, and what the client is expected to report.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql'
import type { InProcessService } from '../../../../testbed/service/inProcess.js'
import { start } from '../../../../testbed/service/start.js'
import { startNewerService } from './newerService.js'

/** What a generated client works with: the published documents in a new directory, and services that it calls. */

const CLIENTS = fileURLToPath(new URL('./', import.meta.url))

/** What every program in `clients/` prints about its day. */
export const DAY = {
  status: 'valid',
  decision: 'allow',
  fifty: 50,
  accepted: 2_000,
  delimiters: [',', ';', '\t', '|'],
  download: true,
  isUsed: true,
  pool: ['weekly', 0],
  key: true,
  webhook: ['https://192.0.43.8/moved', 'disabled'],
  rule: ['No trial mail', 'deny', 1],
  outcomes: 1,
  checked: 'allow',
  log: [true, 1, true],
  unknown: 'by_policy',
  errors: {
    400: 'VALIDATION_ERROR',
    401: 'INVALID_API_KEY',
    403: 'INSUFFICIENT_SCOPE',
    404: 'BATCH_NOT_FOUND',
    409: 'BATCH_NOT_CANCELLABLE',
    422: 'IDEMPOTENCY_KEY_REUSED',
    425: 'BATCH_PROCESSING',
    429: 'RATE_LIMIT_EXCEEDED',
    502: 'UPSTREAM_ERROR',
    504: 'UPSTREAM_TIMEOUT',
  },
  unchanged: true,
  notJson: true,
}

/** What every program in `clients/` prints that uses `operations.graphql`. */
export const BATCH = {
  status: 'VALID',
  malformed: false,
  batch: { status: 'COMPLETED', total: 2 },
  results: [true, false],
  completed: true,
  refused: { code: 'VALIDATION_ERROR', paths: ['/emails'] },
  plan: 'growth',
}

export interface Workday {
  readonly api: InProcessService
  readonly key: string
  /** With the files of the language, `openapi.json`, `schema.graphql` and `operations.graphql`. */
  readonly directory: string
  /** Runs a command there; its standard output. @throws Error with its output unless its exit code is 0 */
  run(command: string, args: readonly string[], more?: NodeJS.ProcessEnv): Promise<string>
  close(): Promise<void>
}

/** @param language the folder in `clients/` */
export async function openWorkday(language: string): Promise<Workday> {
  const [api, directory] = await Promise.all([start(), mkdtemp(join(tmpdir(), `mailproof-${language}-`))])
  const newer = await startNewerService(api.url)
  const { key } = await api.account({ plan: 'growth' })
  await cp(join(CLIENTS, language), directory, { recursive: true })
  await cp(join(CLIENTS, 'operations.graphql'), join(directory, 'operations.graphql'))
  await writeFile(join(directory, 'openapi.json'), (await api.request('GET', '/openapi.json')).text)
  const { body } = await api.request('POST', '/graphql', { body: { query: getIntrospectionQuery() }, key })
  await writeFile(join(directory, 'schema.graphql'), printSchema(buildClientSchema(body.data)))
  const services = { SERVICE_URL: api.url, NEWER_URL: newer.url, API_KEY: key }

  return {
    api,
    key,
    directory,
    async run(command, args, more = {}) {
      const env = { ...process.env, NODE_OPTIONS: '', ...services, ...more }
      try {
        return (await promisify(execFile)(command, args, { cwd: directory, env, maxBuffer: 1e8 })).stdout
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string }
        throw new Error(`${command} ${args.join(' ')}:\n${stdout}${stderr}`, { cause: error })
      }
    },
    async close() {
      newer.close()
      await api.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
