import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'

const PROGRAM = new URL('../../src/cli/program.ts', import.meta.url)
/** Packages that cost tens of megabytes, or a noticeable part of a second. */
const HEAVY = [
  'mongodb',
  '@kurrent/kurrentdb-client',
  '@grpc/grpc-js',
  'graphql',
  'type-graphql',
  '@apollo/server',
  'prom-client',
  '@opentelemetry/api',
  'cli-progress',
]

const loading = (more: string) => `
  import { createRequire } from 'node:module'
  await import(${JSON.stringify(PROGRAM.href)})
  ${more}
  const files = Object.keys(createRequire(import.meta.url).cache)
  const isLoaded = (name) => files.some((file) => file.includes('/node_modules/' + name + '/'))
  console.log(JSON.stringify(${JSON.stringify(HEAVY)}.filter(isLoaded)))`

async function loaded(more = ''): Promise<string[]> {
  const words = ['--import', 'tsx', '--input-type=module', '-e', loading(more)]
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: new URL('.', PROGRAM) })
  return JSON.parse(stdout)
}

test('modules that an embedded service does not need are not loaded', async () => {
  expect(await loaded()).toEqual([])
  // The check detects loaded packages.
  expect(await loaded("await import('mongodb')")).toEqual(['mongodb'])
})
