// What commands print with --json is as docs/cli.md lists it.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'

const PAGE = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')

const directory = tempDirectory()
const set = tempDirectory()
let service: InProcessService
let account: string

beforeAll(async () => {
  service = await start({ env: { DATA_DIR: directory.path } })
  const { id, key } = await service.account()
  account = id
  await service.call('createWebhook', { key, body: { url: 'https://hooks.example.com/x' } })
  await run('backup', set.path)
})
afterAll(async () => {
  await service.stop()
  directory.remove()
  set.remove()
})

/** Members of an object that the page lists for a command; `bulk` and `migrate` have tests of their own. */
function documentedMembers(command: string): string[] {
  const section = PAGE.split(/^##+ mailproof /m).find((text) => text.startsWith(`${command}\n`))!
  const listed = /\| `--json` \| Print a JSON (?:object|array of objects): ([a-z_, ]+) \|/.exec(section)
  return listed![1]!.split(', ')
}

/** Members that are left out if they do not apply. */
const OPTIONAL = ['error', 'per_month', 'mailbox']

const run = async (...words: string[]) => {
  const { stdout } = await runCommandLine([...words, '--json'], { DATA_DIR: directory.path, LOG_LEVEL: 'silent' })
  return JSON.parse(stdout)
}

const keyNames = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) => [...(Array.isArray(value) ? [] : [name]), ...keyNames(member)])

test.each<[string, () => string[]]>([
  ['accounts create', () => ['grace@example.org', '--plan', 'growth']],
  ['accounts list', () => []],
  ['accounts find', () => ['ada@example.org']],
  ['accounts show', () => [account]],
  ['accounts set-plan', () => [account, 'starter']],
  ['accounts set-limits', () => [account, '--per-minute', '90']],
  ['keys list', () => [account]],
  ['keys issue', () => [account, '--name', 'another']],
  ['webhooks list', () => [account]],
  ['pool forget', () => ['unknown@example.org']],
  ['projections list', () => []],
  ['projections rebuild', () => ['accounts']],
  ['projections verify', () => ['accounts']],
  ['replay', () => ['--to', new Date().toISOString()]],
  ['log check', () => []],
  ['archive run', () => []],
  ['archive status', () => []],
  ['archive verify', () => []],
  ['backup', () => [set.path]],
  ['backup verify', () => [set.path]],
  ['secret check', () => []],
  ['admin', () => []],
  ['lists status', () => []],
  ['config', () => []],
  ['verify', () => ['not an address']],
])('%s --json has the members that docs/cli.md lists, in snake_case', async (command, args) => {
  const printed = await run(...command.split(' '), ...args())
  const shown = Array.isArray(printed) ? printed[0] : printed
  const documented = documentedMembers(command)
  expect(documented).toEqual(expect.arrayContaining(Object.keys(shown)))
  expect(Object.keys(shown)).toEqual(expect.arrayContaining(documented.filter((name) => !OPTIONAL.includes(name))))
  expect(keyNames(printed).filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([])
})

test('keys revoke --json has them too', async () => {
  const { key } = await run('keys', 'issue', account)
  const revoked = await run('keys', 'revoke', account, key.id)
  expect(revoked).toEqual({ account, key: key.id, outcome: 'revoked' })
  expect(documentedMembers('keys revoke')).toEqual(Object.keys(revoked))
})

test('accounts erase --json has them too', async () => {
  const { account: created } = await run('accounts', 'create', 'erased@example.org')
  const erased = await run('accounts', 'erase', created.id, '--yes')
  expect(erased).toEqual({ account: created.id, outcome: 'erased' })
  expect(documentedMembers('accounts erase')).toEqual(Object.keys(erased))
})

test('a backup to standard output prints its JSON to standard error', async () => {
  const { stdout, stderr } = await runCommandLine(['backup', '-', '--json'], {
    DATA_DIR: directory.path,
    LOG_LEVEL: 'silent',
  })
  expect(JSON.parse(stderr)).toMatchObject({ dir: '-' })
  expect(stdout).not.toMatch(/"dir": ?"-"/)
})
