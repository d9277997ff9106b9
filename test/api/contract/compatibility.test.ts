// Every line that oasdiff calls breaking since the last release is one that the changelog explains.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { tempDirectory } from '../../../testbed/tempDirectory.js'
import { describeUnless } from '../../support/describeUnless.js'

const { CLIENTS_GO: tools = '' } = process.env
const OASDIFF = join(tools, 'oasdiff')

const fileOf = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** What oasdiff says about a change. */
interface Line {
  readonly id: string
  readonly operation: string
  readonly path: string
  readonly text: string
}

/** By kind of change, in the order of the changelog: how often it was made, and where. */
const EXPLAINED: readonly (readonly [id: string, where: RegExp, count: number])[] = [
  ['response-property-became-optional', /`(error\/|success)|POST \/v1\/verify\/bulk\/agent/, 200],
  ['response-property-became-not-enum', /`(error\/(code|details\/scope|statusCode)|success)`/, 130],
  [
    'response-property-became-not-enum',
    /`(file\/|webhook|(events|tiers|activity)\/items|disabled_reason|currency)/,
    17,
  ],
  ['response-property-enum-value-added', / \/health\/live /, 4],
  ['response-required-property-removed', / \/v1\/openapi\.json /, 3],
  ['request-property-min-increased', /`revoke_current_after_s`/, 1],
  ['request-parameter-type-changed', /`expires`/, 1],
]

describeUnless(existsSync(OASDIFF) ? undefined : 'CLIENTS_GO has no oasdiff', 'since release 1.0.0', () => {
  const { path: directory, remove } = tempDirectory()

  test('the description breaks what the changelog says, and nothing else', () => {
    const released = join(directory, 'openapi.json')
    writeFileSync(released, gunzipSync(readFileSync(fileOf('test/fixtures/releases/1.0.0/openapi.json.gz'))))
    const args = ['breaking', '--flatten-allof', '-f', 'json', released, fileOf('schema/openapi.generated.json')]
    const lines = (JSON.parse(execFileSync(OASDIFF, args, { encoding: 'utf8', maxBuffer: 1e8 })) as Line[]).map(
      ({ id, operation, path, text }) => ({ id, line: `${operation} ${path} ${text}` }),
    )
    const kinds = lines.map(({ id, line }) => EXPLAINED.findIndex(([kind, where]) => kind === id && where.test(line)))
    expect(lines.filter((_, index) => kinds[index] === -1)).toEqual([])
    expect(EXPLAINED.map((_, kind) => kinds.filter((each) => each === kind).length)).toEqual(
      EXPLAINED.map(([, , count]) => count),
    )
    expect(readFileSync(fileOf('CHANGELOG.md'), 'utf8')).toContain(`counts ${lines.length} lines`)
    remove()
  })
})
