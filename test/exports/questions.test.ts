// The queries of docs/guides/questions.md answer alike on every surface, and as the log does.
import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Db } from 'mongodb'
import { createMongoDocumentStore } from '../../src/adapters/documents/mongodb/documentStore.js'
import { createEventing } from '../../src/eventing/eventing.js'
import type { ValidationContributed } from '../../src/features/pool/events.js'
import { poolProjections } from '../../src/features/pool/index.js'
import { verdictProjections } from '../../src/features/verdicts/index.js'
import type { AddressVerified } from '../../src/features/verification/events.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { ended, submit } from '../../testbed/callers/batches.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { createChance } from '../../testbed/chance.js'
import { accountNamed } from '../../testbed/features/poolFlow.js'
import { collect } from '../../testbed/given/events.js'
import { justContributed } from '../../testbed/given/poolLog.js'
import { addressesVerified, addressVerified } from '../../testbed/given/verificationEvents.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { type Duckdb, openDuckdb } from '../../testbed/stores/duckdb.js'
import { testConnections } from '../../testbed/stores/mongo/connections.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { itIs, itIsNow } from '../support/calendar.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeMongo } from '../support/describeMongo.js'
import { type Answer, answersOf, type VerifiedRow } from './answers.js'
import { blocksIn, questions, setUp } from './questionsPage.js'

const directory = tempDirectory()
const chance = createChance(27)
const below = (end: number): number => chance.between(0, end - 1)
let api: InProcessService
let duckdb: Duckdb
/** The key that asks over GraphQL and REST, and its account. */
let asking: { readonly key: string; readonly id: string }
/** Counted from the log, for everybody and for the account that asks. */
let all: ReturnType<typeof answersOf>
let own: ReturnType<typeof answersOf>

const DAY_HOURS = [0, 7, 13, 22]
const DOMAINS = ['gmail.com', 'example.net', 'outlook.com']

/** Verifications and contributions of six weeks, of which the page asks about three. */
async function makeHistory(): Promise<void> {
  itIs('2026-10-12T08:00:00Z')
  asking = await api.account({ plan: 'growth', perMinute: 100_000 })
  const other = await api.account({ plan: 'growth', perMinute: 100_000 })
  const accounts = [asking.id, other.id, other.id]
  for (let day = Date.UTC(2026, 9, 12); day <= Date.UTC(2026, 10, 24); day += 86_400_000) {
    for (const hour of DAY_HOURS) {
      itIs(new Date(day + hour * 3_600_000 + below(3_000_000)).toISOString())
      if (day >= Date.UTC(2026, 9, 31)) await verifies(chance.pick(accounts), hour)
      await contributes()
    }
    if (day === Date.UTC(2026, 10, 17)) await calls([asking, other])
  }
  itIs('2026-11-26T12:00:00Z')
}

/** Requests and a job of each account. */
async function calls(accounts: readonly { readonly key: string }[]): Promise<void> {
  for (const { key } of accounts) {
    for (const email of ['jane@explicit.mailproof.net', 'nope', 'x@servfail.mailproof.net'])
      await api.call('verifyEmail', { key, body: { email } })
    await ended(api, key, await submit(api, key, ['a@explicit.mailproof.net', 'nope', 'b@explicit.mailproof.net']))
  }
}

const append = (account: string, events: readonly (AddressVerified | ReturnType<typeof addressesVerified>)[]) =>
  api.service.container.eventing.append(
    `usage-${account}.${new Date(Date.now()).toISOString().slice(0, 7)}`,
    events,
    { id: account, correlationId: 'c', commandId: `c${below(1e9)}` },
    'any',
  )

async function verifies(account: string, hour: number): Promise<void> {
  const singles = Array.from({ length: 3 + below(12) }, () => single(account, hour))
  const call = addressesVerified({ valid: below(4), invalid: 1, unknown: below(3) }, 1, account)
  await append(account, below(3) === 0 ? [...singles, call] : singles)
}

/** More disposable addresses at night. */
function single(account: string, hour: number): AddressVerified {
  const disposable = below(10) < (hour === 0 ? 5 : 1)
  const differs = {
    account,
    api: chance.pick(['v1', 'v2'] as const),
    domain: chance.pick(DOMAINS),
    provider: chance.pick([null, 'google_workspace', 'microsoft_365']),
    durationUs: 1_000 * (1 + below(900)),
    ...(below(6) === 0 && { suggestion: chance.pick(DOMAINS) }),
  }
  if (disposable) return addressVerified({ ...differs, disposable, decision: 'deny', reasons: ['disposable'] })
  if (below(8) === 0)
    return addressVerified({
      ...differs,
      status: 'unknown',
      valid: false,
      charged: 0,
      decision: 'review',
      reasons: ['dns_timeout', 'role_account'],
      role: true,
      route: 'timeout',
    })
  return addressVerified(differs)
}

/** One contributor passes all levels up to Silver within the six weeks, one reaches Bronze, and three stay below. */
async function contributes(): Promise<void> {
  for (const [name, most] of [
    ['ada', 20],
    ['bob', 2],
    ['cleo', 1],
    ['dan', 1],
  ] as const) {
    const account = accountNamed(name)
    const credits = below(4) === 0 ? 0 : 1 + below(2)
    const count = below(most + 1)
    if (count > 0) await justContributed(api, count, { account, credits, valid: below(3) > 0 })
  }
  const organisation = accountNamed('organisation')
  await justContributed(api, 1, { account: organisation, pool: organisation })
}

const inDirectory = (code: string): string =>
  code.replace(/[a-z]+\.(?:parquet|jsonl?|graphql)/g, (name) => join(directory.path, name))

beforeAll(async () => {
  itIs('2026-10-12T08:00:00Z')
  duckdb = await openDuckdb()
  api = await start({ env: { POOL_MIN_CONTRIBUTORS: '1' } })
  await makeHistory()
  const { store, eventing } = api.service.container
  await eventing.waitForPosition(await eventing.head(), ['verdicts', 'leaderboard', 'pool_entries'])
  const events = (await collect(store.readAll())) as Recorded<AddressVerified | ValidationContributed>[]
  all = answersOf(events)
  own = answersOf(events, asking.id)
  for (const command of setUp.commands) {
    const words = inDirectory(command).split(' ').slice(2)
    const { code, stderr } = await runCommandLine(words, api.settings)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  }
}, 240_000)
afterAll(async () => {
  await api.stop()
  itIsNow()
  duckdb.close()
  directory.remove()
})

const run = promisify(execFile)
/** Runs a block of the page in the directory, against this service. */
const shell = (code: string) =>
  run('bash', ['-euo', 'pipefail', '-c', code.replaceAll('http://localhost:8080', api.url)], {
    cwd: directory.path,
    env: { PATH: process.env.PATH, MAILPROOF_API_KEY: asking.key } as NodeJS.ProcessEnv,
  })

/** Rows with whole numbers as numbers, without the names that differ from surface to surface. */
const comparable = (rows: readonly object[]): Answer =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => name !== 'contributor')
        .map(([name, value]) => [name, typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value]),
    ),
  )

const sql = async (code: string): Promise<Answer> => comparable(await duckdb.ask(inDirectory(code)))

test('the page asks ten questions, of which all are answered by exports', () => {
  expect(questions.map(({ title }) => title)).toEqual(Object.keys(all))
  expect(questions).toHaveLength(10)
  for (const { exports } of questions) expect(exports).toBeDefined()
})

test('the history has something to tell', () => {
  const levels = new Set(Object.values(all)[7]!.map(({ contributor_level }) => contributor_level))
  expect(levels).toEqual(new Set(['Contributor', 'Bronze', 'Silver']))
  for (const rows of Object.values(all)) expect(rows.length).toBeGreaterThan(1)
})

describe.each(questions)('$title', ({ title, exports, graphql, rest, fold }) => {
  test('over exports', async () => expect(await sql(exports!)).toEqual(all[title]))

  if (graphql !== undefined)
    test("over GraphQL, of the key's account", async () => {
      writeFileSync(join(directory.path, 'question.graphql'), graphql)
      await shell(setUp.ask)
      const { errors } = JSON.parse(readFileSync(join(directory.path, 'answer.json'), 'utf8'))
      expect(errors).toBeUndefined()
      expect(await sql(fold!)).toEqual(own[title])
    })

  if (rest !== undefined)
    test('over REST', async () => {
      rmSync(join(directory.path, 'history.jsonl'), { force: true })
      await shell(rest)
      expect(await sql(fold!)).toEqual(own[title])
    })
})

describeMongo('over MongoDB', (server) => {
  const connections = testConnections(server)
  let db: Db
  beforeAll(async () => {
    const mongo = await connections.open()
    db = mongo.db
    const { store, clock, log } = api.service.container
    const documents = createMongoDocumentStore(mongo)
    const projections = [...poolProjections, ...verdictProjections]
    const { runner } = await createEventing({ store, documents, projections, clock, log })
    runner.start()
    expect(
      await runner.waitForPosition(
        await store.head(),
        projections.map(({ name }) => name),
        60_000,
      ),
    ).toBe(true)
    await runner.stop()
  }, 90_000)
  afterAll(() => connections.dispose())

  test.each(questions.filter(({ mongodb }) => mongodb !== undefined))('$title', async ({ title, mongodb }) => {
    const shellOf = new Proxy({}, { get: (_, name) => db.collection(String(name)) })
    expect(comparable(await new Function('db', `return ${mongodb}`)(shellOf).toArray())).toEqual(all[title])
  })
})

describe('the guide to replay', () => {
  const guide = readFileSync(new URL('../../docs/guides/replay.md', import.meta.url), 'utf8')
  const [replay, , download, analyse] = blocksIn(guide).filter(({ language }) => language === 'sh')

  test('downloads the history into the file that its query reads', async () => {
    await shell(download!.code)
    const query = /^duckdb -c "(.+)"$/.exec(analyse!.code)![1]!
    const days = (await sql(query)).map((row) => ({
      day: row.day,
      contributions: row['sum(contributions)'],
      counted: row['sum(counted_contributions)'],
    }))
    expect(days.filter(({ day }) => `${day}` >= '2026-11-02')).toEqual(
      all['How many contributions count?']!.map(({ contributed_on: day, contributions, counted }) => ({
        day,
        contributions,
        counted,
      })),
    )
  })

  test('asks as of a moment over GraphQL, and by the command, which agree', async () => {
    const [document] = blocksIn(guide).filter(({ language }) => language === 'graphql')
    const { poolLeaderboard } = await dataOf(api, document!.code, { key: asking.key })
    const { code, stdout } = await runCommandLine(replay!.code.split(' ').slice(2), api.settings)
    expect(code).toBe(0)
    const { contributors } = JSON.parse(stdout).leaderboard
    expect(poolLeaderboard.contributors.length).toBeGreaterThan(2)
    expect(contributors).toMatchObject(
      poolLeaderboard.contributors.map((entry: { countedContributions: number; level: string }) => ({
        counted_contributions: entry.countedContributions,
        level: entry.level,
      })),
    )
  })
})

test('questions that counts cannot answer say so', () => {
  const silent = questions.filter(({ mongodb, graphql, rest }) => !mongodb && !graphql && !rest)
  expect(silent.map(({ title }) => title)).toEqual([
    'Which domains do people misspell?',
    'How long does a verdict take?',
  ])
  for (const { text } of silent) expect(text).toContain('Exports only: ')
})

test('counted from the log are rows of every operation', () => {
  const apis = new Set(Object.values(all)[3]!.map(({ api: each }) => each))
  expect(apis).toEqual(new Set(['v1', 'v2', 'call', 'batch'] satisfies VerifiedRow['api'][]))
})
