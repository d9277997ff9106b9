// `mailproof rules`: rules are shown, checked, tried and activated through a running service.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { conditionText } from '../../src/cli/rules/rulesText.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { buildProgram, startCommand } from '../../testbed/service/program.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'

const directory = tempDirectory()
let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(async () => {
  await api.stop()
  directory.remove()
})

const PARTNERS = {
  name: 'partners',
  when: { fact: 'domain', op: 'eq', value: 'explicit.mailproof.net' },
  action: 'review',
}
const NIGHT = {
  when: { all: [{ fact: 'hour', op: 'lt', value: 6 }, { not: PARTNERS.when }] },
  action: 'deny',
  message: 'Not now.',
}
const SHADOWED = { name: 'never', when: { all: [PARTNERS.when, NIGHT.when] }, action: 'deny' }

function file(content: unknown, name = 'rules.json'): string {
  const path = join(directory.path, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const commands = (key?: string) => {
  const settings = { MAILPROOF_URL: api.url, ...(key && { MAILPROOF_API_KEY: key }) }
  return (...words: string[]) => runCommandLine(['rules', ...words], settings)
}

test('rules go from a file to a draft, are compared, activated, shown and rolled back', async () => {
  const { key } = await api.account()
  const rules = commands(key)
  expect(await rules('show')).toMatchObject({ code: 0, stdout: expect.stringContaining('No rules are live') })
  expect((await rules('show', '--draft')).stdout).toBe('There is no draft.\n')
  expect((await rules('versions')).stdout).toBe('No rules were ever activated.\n')

  const put = await rules('draft', file({ rules: [PARTNERS, NIGHT, SHADOWED] }))
  expect(put).toMatchObject({ code: 0, stderr: '' })
  expect(put.stdout).toContain('The draft has 3 rules.')
  expect(put.stdout).toContain('Warning: `never` never decides: `partners` decides before it')
  expect((await rules('show')).stdout).toContain('There is a draft')
  expect((await rules('compare')).stdout).toContain('+ partners (added, #1)')

  const activated = await rules('activate')
  expect(activated).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Version 1, live since') })
  expect(activated.stdout).toMatch(/1 +partners +review +domain eq explicit\.mailproof\.net +–/)
  expect(activated.stdout).toMatch(/2 +– +deny +hour lt 6 and not \(domain eq explicit\.mailproof\.net\) +Not now\./)
  expect(
    (await api.call('verifyEmailSignals', { key, body: { email: 'a@explicit.mailproof.net' } })).body.decision,
  ).toMatchObject({
    action: 'review',
    rule: 'partners',
  })

  await rules('draft', file([NIGHT, { ...PARTNERS, action: 'allow' }]))
  const compared = await rules('compare', '--json')
  expect(JSON.parse(compared.stdout).changes.map(({ change }: { change: string }) => change)).toContain('removed')
  const conflict = await rules('activate', '--live-version', '7')
  expect(conflict).toMatchObject({ code: 1, stderr: expect.stringMatching(/^mailproof: Version 1 .* is live, not 7/) })
  expect((await rules('activate', '--live-version', '1')).stdout).toContain('Version 2')
  const listed = JSON.parse((await rules('versions', '--json')).stdout)
  expect(listed.map(({ version, live }: { version: number; live: boolean }) => [version, live])).toEqual([
    [2, true],
    [1, false],
  ])
  expect((await rules('rollback', '1')).stdout).toContain('partners')
  expect((await rules('show', '--version', '2')).stdout).toContain('Version 2')
  expect(JSON.parse((await rules('show', '--json')).stdout)).toMatchObject({ rules: [{ name: 'partners' }, {}, {}] })
})

describe('validate', () => {
  test('checks a file without a service and without a key', async () => {
    const valid = await commands()('validate', file([PARTNERS, SHADOWED]))
    expect(valid).toMatchObject({ code: 0, stdout: expect.stringContaining('2 rules, all of them valid.\nWarning: ') })
    const json = await commands()('validate', '--json', file({ rules: [PARTNERS] }))
    expect(JSON.parse(json.stdout)).toEqual({ rules: [PARTNERS], warnings: [] })
  })

  test('names every problem by its place', async () => {
    const found = await commands()(
      'validate',
      file([{ when: { fact: 'colour', op: 'eq', value: 1 } }, { action: 'deny' }]),
    )
    expect(found.code).toBe(1)
    for (const place of ['/rules/0/action', '/rules/0/when/fact', '/rules/1/when'])
      expect(found.stderr).toContain(place)
  })

  test.each([
    ['no JSON', '{', 'is not JSON'],
    ['no rules', '{"rule": []}', 'has no rules'],
  ])('refuses a file with %s', async (_, content, reason) => {
    expect(await commands()('validate', file(content))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(reason),
    })
  })
})

describe('a backtest', () => {
  test('shows how the draft would have decided', async () => {
    const { key } = await api.account()
    const rules = commands(key)
    for (const email of ['a@explicit.mailproof.net', 'b@explicit.mailproof.net', 'c@nxdomain.mailproof.net'])
      await api.call('verifyEmail', { key, body: { email } })
    const body = { outcomes: [{ email: 'a@explicit.mailproof.net', outcome: 'confirmed' }] }
    await api.call('recordOutcomes', { key, body })
    await rules('draft', file([PARTNERS]))
    const { code, stdout } = await rules('backtest')
    expect(code).toBe(0)
    expect(stdout).toContain('3 verifications, of which 2 would have been decided otherwise.')
    expect(stdout).toMatch(/allow +review +2/)
    expect(stdout).toMatch(/deny +deny +1/)
    expect(stdout).toMatch(/partners +2 +2/)
    expect(stdout).toMatch(/good, was +1 +0 +0/)
    expect(stdout).toMatch(/good, would be +0 +1 +0/)
    const json = await rules('backtest', '--rules', 'live', '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ status: 'completed', processed: 3, changed: 0 })
  })

  test('is cancelled by Ctrl-C', async () => {
    await buildProgram()
    const { key } = await api.account({ perMonth: 1_000_000, perMinute: 100_000 })
    const emails = Array.from({ length: 100 }, (_, at) => `a${at}@explicit.mailproof.net`)
    for (let time = 0; time < 5; time++) await api.call('verifyBatch', { key, body: { emails } })
    await commands(key)('draft', file([PARTNERS]))
    const running = await startCommand(['rules', 'backtest', '--url', api.url], { MAILPROOF_API_KEY: key })
    await eventually(
      async () => (await api.call('listBacktests', { key })).body.backtests,
      (backtests) => backtests.length === 1,
    )
    const { code } = await running.end('SIGINT')
    const [found] = (await api.call('listBacktests', { key })).body.backtests
    // It may have completed just before.
    expect([code, found.status]).toEqual(found.status === 'completed' ? [0, 'completed'] : [130, 'cancelled'])
  })
})

describe('what is missing is said', () => {
  test('a key, a service, a draft, a version', async () => {
    expect(await commands()('show')).toMatchObject({ code: 2, stderr: expect.stringContaining('MAILPROOF_API_KEY') })
    const { key } = await api.account()
    const rules = commands(key)
    expect(await rules('activate')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^mailproof: .*draft/) })
    expect(await rules('rollback', '7')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^mailproof: /) })
    expect(await rules('rollback', 'seven')).toMatchObject({ code: 2 })
    expect(await rules('draft', join(directory.path, 'none.json'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no such file'),
    })
    const refused = await rules('draft', file([{ action: 'deny' }]))
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('`rules[0].when` is missing') })
    expect(refused.stderr).not.toContain('    at ')
  })
})

test.each([
  [{ all: [] }, 'always'],
  [{ any: [{ fact: 'status', op: 'in', value: ['valid', 'unknown'] }] }, 'status in [valid, unknown]'],
  [
    {
      all: [
        {
          any: [
            { fact: 'hour', op: 'lt', value: 6 },
            { fact: 'hour', op: 'gt', value: 22 },
          ],
        },
        { fact: 'in_deny_list', op: 'eq', value: true },
      ],
    },
    '(hour lt 6 or hour gt 22) and in_deny_list eq true',
  ],
  [
    { not: { all: [{ not: { all: [] } }, { fact: 'key', op: 'eq', value: 'abc12' }] } },
    'not (not (always) and key eq abc12)',
  ],
])('a condition is one line: %j', (condition, line) => {
  expect(conditionText(condition as Parameters<typeof conditionText>[0])).toBe(line)
})
