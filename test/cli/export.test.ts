// `mailproof export verifications`, `outcomes` and `contributions`, beside a running service; in processes where pipes matter.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { iso } from '../../src/kernel/clock.js'
import { DAY_MS, HOUR_MS } from '../../src/kernel/time.js'
import { ended, submit } from '../../testbed/callers/batches.js'
import { accountNamed } from '../../testbed/features/poolFlow.js'
import { contributes, contributesMany } from '../../testbed/given/poolLog.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { BUNDLED, buildProgram, type Ended, runShell } from '../../testbed/service/program.js'
import type { Settings } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'
import { type Duckdb, openDuckdb } from '../../testbed/stores/duckdb.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { itIs, itIsNow } from '../support/calendar.js'
import { runCommandLine } from '../support/commandLine.js'

const directory = tempDirectory()
const settings: Settings = { DATA_DIR: directory.path, POOL_MIN_CONTRIBUTORS: '1' }
const day = iso(Date.now() - 3 * DAY_MS).slice(0, 10)
const nextDay = iso(Date.parse(day) + DAY_MS).slice(0, 10)
const HOUR = `${day}T09:00:00.000Z`

let api: InProcessService
let duckdb: Duckdb
let key: string
beforeAll(async () => {
  await buildProgram()
  duckdb = await openDuckdb()
  itIs(`${day}T09:30:00.000Z`)
  api = await start({ env: settings })
  const account = await api.account({ perMinute: 10_000 })
  key = account.key
  for (const email of ['jane@explicit.mailproof.net', '=1+1@explicit.mailproof.net', 'x@mailinator.com', 'nope'])
    await api.call('verifyEmail', { key, body: { email } })
  const emails = ['a@explicit.mailproof.net', 'b@nxdomain.mailproof.net']
  const { headers } = await api.call('verifyBatch', { key, body: { emails } })
  const outcomes = [
    { email: 'jane@explicit.mailproof.net', outcome: 'confirmed' },
    { email: '=1+1@explicit.mailproof.net', outcome: 'bounced', bounce_type: 'hard' },
    { email: 'x@mailinator.com', outcome: 'complained' },
    { request_id: headers['x-request-id'], row: 1, outcome: 'bounced', bounce_type: 'soft' },
    { email: 'never@example.com', outcome: 'delivered' },
  ]
  await api.call('recordOutcomes', { key, body: { outcomes } })
  itIs(`${day}T10:30:00.000Z`)
  await ended(api, key, await submit(api, key, ['c@explicit.mailproof.net', 'd', 'c@explicit.mailproof.net']))
  await contributes(api, { account: accountNamed('ada'), domain: 'gmail.com' })
  await contributesMany(api, 99, { account: accountNamed('ada') })
  await contributesMany(api, 50, { account: accountNamed('ada'), credits: 0 })
  itIsNow()
})
afterAll(async () => {
  await api.stop()
  duckdb.close()
  directory.remove()
})

const run = (...words: string[]): Promise<Ended> => runCommandLine(['export', ...words], settings)
/** In a process of its own, in a shell. */
const PROGRAM = ['node', ...BUNDLED].join(' ')
const file = (name: string) => join(directory.path, name)
const rowsOf = ({ stdout }: Ended) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const tables = ['verifications', 'outcomes', 'contributions'] as const
const LENGTHS = { verifications: 9, outcomes: 5, contributions: 150 }
type Row = { readonly [column: string]: unknown }
const rows: { [table in (typeof tables)[number]]: Row[] } = { verifications: [], outcomes: [], contributions: [] }
const columnsOf = (table: (typeof tables)[number]) => Object.keys(rows[table][0]!)

describe.each(tables)('export %s', (table) => {
  beforeAll(async () => {
    const lines = await run(table)
    expect({ code: lines.code, stderr: lines.stderr }).toEqual({ code: 0, stderr: '' })
    writeFileSync(file(`${table}.json`), lines.stdout)
    rows[table] = rowsOf(lines)
  })

  test('writes the same rows in every format, and says where to go on', async () => {
    expect(rows[table]).toHaveLength(LENGTHS[table])
    const path = file(`${table}.parquet`)
    const { code, stdout } = await run(table, '--format', 'parquet', '--output', path, '--json')
    const csv = await run(table, '--format', 'csv')
    writeFileSync(file(`${table}.csv`), csv.stdout)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      file: path,
      rows: rows[table].length,
      bytes: statSync(path).size,
      position: rows[table].at(-1)!.row_position,
    })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(Object.keys(await duckdb.typesOf(`select * from '${path}'`))).toEqual(columnsOf(table))
    // Lists are texts in CSV.
    const compared = columnsOf(table).filter((column) => column !== 'reasons')
    const different = compared.map((name) => `count(*) filter (a.${name} is distinct from b.${name})::int as ${name}`)
    for (const other of [`${table}.json`, `${table}.csv`]) {
      const [counts] = await duckdb.ask(
        `select ${different}, count(*)::int as total from '${path}' a full join '${file(other)}' b using (row_position)`,
      )
      expect(counts).toEqual({
        ...Object.fromEntries(compared.map((name) => [name, 0])),
        total: rows[table].length,
      })
    }
  })

  test('goes on after a row, and keeps to periods', async () => {
    const middle = rows[table].length >> 1
    const after = await run(table, '--after', `${rows[table][middle]!.row_position}`)
    expect(rowsOf(after)).toEqual(rows[table].slice(middle + 1))
    expect(rowsOf(await run(table, '--from', day, '--to', day))).toEqual(rows[table])
    expect((await run(table, '--to', HOUR)).stdout).toBe('')
    expect((await run(table, '--from', nextDay)).stdout).toBe('')
  })
})

test('verifications of an hour are those of single addresses, calls and jobs then', async () => {
  const found = await run('verifications', '--from', HOUR, '--to', iso(Date.parse(HOUR) + HOUR_MS))
  expect(rowsOf(found)).toEqual(rows.verifications.filter((row) => row.occurred_hour === HOUR))
  const of = (api: string) => rows.verifications.filter((row) => row.api === api).map((row) => row.status)
  expect([of('v1'), of('call'), of('batch')].map((each) => each.sort())).toEqual([
    ['invalid', 'valid', 'valid', 'valid'],
    ['invalid', 'valid'],
    ['invalid', 'valid', 'valid'],
  ])
})

test('outcomes are those of verifications, by the hash of the address', () => {
  const hashes = new Set(rows.verifications.map((row) => row.address_hash))
  const told = rows.outcomes.map(({ outcome, bounce_type, verified_hour, decision, label_after, address_hash }) => [
    outcome,
    bounce_type,
    verified_hour,
    decision,
    label_after,
    address_hash === null ? null : hashes.has(address_hash),
  ])
  expect(told.sort()).toEqual([
    ['bounced', 'hard', HOUR, 'allow', 'bad', true],
    ['bounced', 'soft', HOUR, 'deny', null, null],
    ['complained', null, HOUR, 'deny', 'bad', true],
    ['confirmed', null, HOUR, 'allow', 'good', true],
    ['delivered', null, null, null, null, false],
  ])
})

test('contributions tell those that count from the others, and have the level of that day', () => {
  expect(rows.contributions.filter((row) => row.is_counted)).toHaveLength(100)
  expect(new Set(rows.contributions.map((row) => row.contributor_level))).toEqual(new Set(['Bronze']))
})

test('a file appears when it is whole, and replaces the one before', async () => {
  writeFileSync(file('old.csv'), 'old')
  const { code, stdout } = await run('verifications', '--format', 'csv', '--output', file('old.csv'))
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^Exported 9 rows, .*, to .*old\.csv; the next export may go on with --after [0-9a-f]{16}\.\n$/,
  )
  expect(readFileSync(file('old.csv'), 'utf8')).toMatch(/^row_position,occurred_hour,.*\r\n/)
  expect(readdirSync(directory.path).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('the nightly job of the documentation exports every row once', async () => {
  const page = readFileSync(new URL('../../docs/exports.md', import.meta.url), 'utf8')
  const script = /```sh\n(after=[^`]*)```/.exec(page)![1]!
  const folder = file('nightly')
  mkdirSync(folder)
  const job = `set -e; npx() { shift; ${PROGRAM} "$@"; }; cd '${folder}'\n${script}`
  for (const night of ['1', '2']) {
    const { code, stderr } = await runShell(job.replace('$(date -u +%F)', night), settings)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  }
  const last = JSON.parse(readFileSync(join(folder, 'last.json'), 'utf8'))
  expect(last).toMatchObject({ rows: 0, position: rows.verifications.at(-1)!.row_position })
  const found = await duckdb.ask(`select row_position from '${folder}/verifications-*.parquet' order by row_position`)
  expect(found.map(({ row_position }) => row_position)).toEqual(rows.verifications.map((row) => row.row_position))
})

test('ends quietly when the reader stops', async () => {
  const { code, stdout, stderr } = await runShell(
    `(${PROGRAM} export contributions; echo "ended with $?" >&2) | head -n 1`,
    settings,
  )
  expect({ code, lines: stdout.split('\n').length }).toEqual({ code: 0, lines: 2 })
  expect(stderr).toBe('ended with 0\n')
})
