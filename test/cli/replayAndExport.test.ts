// `mailproof replay` and `export` over a real log.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { snakeCase } from '../../src/cli/output.js'
import { iso } from '../../src/kernel/clock.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { accountNamed, DAY } from '../../testbed/features/poolFlow.js'
import { contributes, contributesMany } from '../../testbed/given/poolLog.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { BUNDLED, buildProgram, type Ended, runProgram, runShell } from '../../testbed/service/program.js'
import type { Settings } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { itIs, itIsNow } from '../support/calendar.js'
import { runCommandLine } from '../support/commandLine.js'

const directory = tempDirectory()
const settings: Settings = {
  DATA_DIR: directory.path,
  POOL_MIN_CONTRIBUTORS: '1',
  POOL_DOMAIN_MIN_ADDRESSES: '1',
  POOL_DOMAIN_MIN_CONTRIBUTORS: '1',
}

/** The service keeps running: the operator runs as-of queries meanwhile. */
let api: InProcessService
/** The end of the first part. */
let then: string
let live: Awaited<ReturnType<typeof dataOf>>
beforeAll(async () => {
  await buildProgram()
  // Today is not exported, and yesterday only after an hour.
  itIs(`${iso(Date.now() - 2 * DAY).slice(0, 10)}T12:00:00.000Z`)
  api = await start({ env: settings })
  await contributes(api, { account: accountNamed('ada') }, { account: accountNamed('bob'), domain: 'gmail.com' })
  live = await dataOf(
    api,
    `{ poolStats { totalValidations uniqueEmails hitRate avgResponseTimeMs activeContributors
         coverageByDomain { domain percent } }
       poolLeaderboard(period: ALL_TIME) { contributors { rank contributorId contributions countedContributions uniqueContributions creditsEarned level } } }`,
  )
  const now = Date.now()
  then = iso(now)
  while (Date.now() === now) await new Promise((resolve) => setImmediate(resolve))
  await contributesMany(api, 1_500, { account: accountNamed('bob') })
  itIsNow()
})
afterAll(async () => {
  await api.stop()
  directory.remove()
})

const run = (...words: string[]): Promise<Ended> => runCommandLine(words, settings)
const rowsOf = ({ stdout }: Ended) =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

describe('replay', () => {
  test('prints, as JSON, what the service answered then', async () => {
    const { code, stdout, stderr } = await run('replay', '--to', then, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { as_of, stats, leaderboard } = JSON.parse(stdout)
    expect(as_of).toBe(then)
    expect(stats).toEqual(snakeCase(live.poolStats))
    expect(leaderboard).toEqual({
      period: 'all-time',
      contributors: live.poolLeaderboard.contributors.map((entry: object) => snakeCase({ ...entry, badge: 'bronze' })),
    })
  })

  test('prints a read model as it was, of all accounts or of one', async () => {
    const model = (...more: string[]) => run('replay', '--to', then, '--model', 'contributions', ...more)
    const all = await model()
    expect({ code: all.code, stderr: all.stderr }).toEqual({ code: 0, stderr: '' })
    const rows = rowsOf(all)
    expect(rows.map(({ owner }) => owner).sort()).toEqual([accountNamed('ada'), accountNamed('bob')].sort())
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort())
    expect(rowsOf(await model('--account', accountNamed('ada')))).toEqual(
      rows.filter(({ owner }) => owner === accountNamed('ada')),
    )
    for (const [words, message] of [
      [['--model', 'nothing'], 'There is no read model nothing. There are: erasures,'],
      [['--account', 'ada'], '--account needs --model <name>.'],
    ] as const) {
      const { code, stderr } = await run('replay', '--to', then, ...words)
      expect(code).toBe(2)
      expect(stderr).toContain(message)
    }
  })

  test('for a date means its end, and prints tables on a terminal', async () => {
    const { code, stdout } = await run('replay', '--to', then.slice(0, 10), '--period', 'daily', '--limit', '1')
    expect(code).toBe(0)
    expect(stdout).toMatch(/\nvalidations +1502\b/)
    expect(stdout).toMatch(/Leaderboard, daily\n/)
    expect(stdout).toMatch(/\n1 +c_[0-9a-f]{20} +1501 /)
    expect(stdout).not.toMatch(/\n2 +c_/)
  })

  test('for a time outside the log exits with 1, and prints the range', async () => {
    const { code, stdout, stderr } = await run('replay', '--to', '2001-01-01')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^mailproof: The time must lie between .* \(the first event\) and .* \(now\)\.\n$/)
  })
})

describe('export', () => {
  test('prints one row per line, and can resume after any of them', async () => {
    // Through a pipe, to the last row.
    const whole = await runProgram(['export'], settings)
    expect({ code: whole.code, stderr: whole.stderr }).toEqual({ code: 0, stderr: '' })
    const rows = rowsOf(whole)
    expect(rows).toHaveLength(1_502)
    expect(Object.keys(rows[0])).toEqual(
      'position type at pool contributor_id address_hash domain domain_hash route provider valid disposable role checked_at ttl weight young unique first new_domain credits source batch_hash'.split(
        ' ',
      ),
    )
    expect(whole.stdout).not.toContain(accountNamed('ada'))
    expect(rowsOf(await run('export', '--from', rows[0].position))).toEqual(rows.slice(1))
  })

  test('leaves out days that had not ended by a time', async () => {
    const day = then.slice(0, 10)
    expect(rowsOf(await run('export', '--to', day))).toHaveLength(1_502)
    expect(rowsOf(await run('export', '--to', then))).toEqual([])
  })

  test('ends quietly when the reader stops', async () => {
    const exporting = `node ${BUNDLED.join(' ')} export; echo "ended with $?" >&2`
    const { code, stdout, stderr } = await runShell(`(${exporting}) | head -n 1`, settings)
    expect(code).toBe(0)
    expect(stderr).toMatch(/ended with 0\n$/)
    expect(stderr).not.toMatch(/EPIPE|Error|mailproof:/)
    expect(stdout).toMatch(/^\{"position":"0000[0-9a-f]{28}".*\}\n$/)
  })
})
