import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { erasures } from '../../src/eventing/erased.js'
import { client } from '../support/client.js'
import { runCommandLine } from '../support/commandLine.js'
import { type DnsServer, startDnsServer } from '../support/dnsServer.js'
import { mailZone } from '../support/dnsZone.js'
import { eventually } from '../support/eventually.js'
import { allProjections } from '../support/history.js'
import { type Program, runProgram, runShell, type Settings, startProgram } from '../support/program.js'

let directory: string
let dns: DnsServer
let settings: Settings
let program: Program

beforeAll(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'mailproof-')), 'data')
  dns = await startDnsServer(mailZone(400))
  settings = {
    PORT: '0',
    DATA_DIR: directory,
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    DNS_TIMEOUT_MS: '400',
    ACCOUNT_CREATIONS_PER_HOUR: '1000',
  }
  program = await startProgram(settings)
}, 120_000)

afterAll(async () => {
  await program.end('SIGKILL')
  await dns.close()
  await rm(join(directory, '..'), { recursive: true, force: true })
})

const command = (...words: string[]) => runProgram(words, settings)

/** What a command prints as JSON, once it has done its work in a process of its own. */
async function json(...words: string[]) {
  const { code, stdout, stderr } = await command(...words, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

/** Changes an account beside the service, in this process. */
async function change(...words: string[]): Promise<{ outcome: string }> {
  const { code, stdout, stderr } = await runCommandLine(['accounts', ...words, '--json'], settings)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

/** A call with curl, as the README shows it. */
async function curl(path: string, key?: string, body?: object) {
  const { code, stdout } = await runShell(
    `curl -sS "$URL${path}" ${key ? '-H "X-API-Key: $KEY"' : ''} ${body ? `-H 'Content-Type: application/json' -d "$BODY"` : ''}`,
    { URL: program.url, KEY: key ?? '', BODY: JSON.stringify(body ?? null) },
  )
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

async function newAccount(): Promise<{ id: string; key: string }> {
  const { account, api_key } = await curl('/v1/accounts/create', undefined, { email: 'ada@example.org', name: 'Ada' })
  return { id: account.id, key: api_key }
}

describe('the start', () => {
  test('prints where it listens, where its data is, and two lines that work when they are pasted', async () => {
    const printed = program.printed()
    expect(printed).toContain(`mailproof listens on ${program.url}`)
    expect(printed).toContain(directory)
    const pasted = printed.split('\n').filter((line) => /^ +(KEY=|curl )/.test(line))
    expect(pasted).toHaveLength(2)
    const { code, stdout } = await runShell(pasted.join('\n'))
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ email: 'someone@gmail.com', valid: true, status: 'valid' })
  })

  test('keeps the data from other users of the machine', async () => {
    const secret = await stat(join(directory, 'secret.key'))
    expect(secret.mode & 0o777).toBe(0o600)
    for (const name of await readdir(directory)) expect((await stat(join(directory, name))).mode & 0o007).toBe(0)
  })
})

describe('the main job', () => {
  test('an account, a key, verdicts of both APIs and the usage: all there after kill -9', async () => {
    const { id, key } = await newAccount()
    expect(await curl('/v1/verify', key, { email: 'ada@explicit.mailproof.net' })).toMatchObject({ valid: true })
    expect(await curl('/v1/verify', key, { email: 'ada@null-mx.mailproof.net' })).toMatchObject({ reason: 'null_mx' })
    expect(await curl('/v2/verify', key, { email: 'ada@implicit.mailproof.net' })).toMatchObject({
      default_decision: 'allow',
      reasons: [{ code: 'implicit_mx' }],
    })
    const batch = await curl('/v1/verify/batch', key, { emails: ['a', 'b@explicit.mailproof.net', 'a'] })
    expect(batch.summary).toEqual({ total: 3, valid: 1, invalid: 2, unknown: 0 })
    const other = await curl('/v1/keys/generate', key, { name: 'web server' })
    const account = await curl('/v1/accounts/me', key)
    const usage = { verifications: 5, limit: 1_000, remaining: 995 }
    expect((await curl('/v1/stats', key)).current_month).toEqual(usage)

    await program.end('SIGKILL')
    program = await startProgram(settings)

    expect(await curl('/v1/accounts/me', key)).toEqual({ ...account, id })
    expect((await curl('/v1/stats', other.api_key)).current_month).toEqual(usage)
    const names = (await curl('/v1/keys', key)).keys.map(({ name }: { name: string | null }) => name)
    expect(names).toEqual([null, 'web server'])
    await curl('/v1/verify', key, { email: 'ada@explicit.mailproof.net' })
    expect((await curl('/v1/stats', key)).current_month.verifications).toBe(6)
  })

  test('a month that was used up before kill -9 is used up after it', async () => {
    const { id, key } = await newAccount()
    await change('set-limits', id, '--per-month', '2')
    await eventually(
      () => curl('/v1/stats', key),
      ({ current_month }) => current_month.limit === 2,
    )
    expect((await curl('/v1/verify/batch', key, { emails: ['a', 'b'] })).summary.total).toBe(2)
    await program.end('SIGKILL')
    program = await startProgram(settings)
    expect((await curl('/v1/verify', key, { email: 'c' })).error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { scope: 'month', used: 2, remaining: 0 },
    })
  })
})

describe("the operator's commands, beside the running service", () => {
  test('accounts list shows every account, as a table and as JSON', async () => {
    const { id } = await newAccount()
    const rows = await json('accounts', 'list')
    const row = rows.find((each: { id: string }) => each.id === id)
    expect(row).toMatchObject({ email: 'ada@example.org', name: 'Ada', plan: 'free', perMonth: 1_000, activeKeys: 1 })
    const { code, stdout } = await command('accounts', 'list')
    expect(code).toBe(0)
    expect(stdout).toContain(id)
    expect(stdout).toContain('ada@example.org')
  })

  test('set-plan and set-limits take effect in the running service', async () => {
    const { id, key } = await newAccount()
    await curl('/v1/stats', key)
    expect(await json('accounts', 'set-plan', id, 'growth')).toMatchObject({ account: id, outcome: 'changed' })
    await eventually(
      () => curl('/v1/stats', key),
      ({ plan, rate_limits }) => plan === 'growth' && rate_limits.per_minute === 600,
    )
    await json('accounts', 'set-limits', id, '--per-minute', '7', '--per-month', '70')
    await eventually(
      () => curl('/v1/stats', key),
      ({ current_month, rate_limits }) => current_month.limit === 70 && rate_limits.per_minute === 7,
    )
    await change('set-limits', id, '--per-month', 'plan')
    await eventually(
      () => curl('/v1/stats', key),
      ({ current_month, rate_limits }) => current_month.limit === 50_000 && rate_limits.per_minute === 7,
    )
    expect(await change('set-plan', id, 'growth')).toMatchObject({ outcome: 'unchanged' })
  })

  test('an account that is not there is a negative outcome, told in one line', async () => {
    const { code, stdout, stderr } = await runCommandLine(['accounts', 'set-plan', 'nobody', 'growth'], settings)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^mailproof: .+\n$/)
  })

  test('projections can be listed, rebuilt and proven equal while requests go on', async () => {
    const { key } = await newAccount()
    const { request, close } = client(program.url)
    let over = false
    let answered = 0
    const load = (async () => {
      while (!over) {
        const { status } = await request('POST', '/v1/verify', { key, body: { email: 'no address' } })
        expect([200, 429]).toContain(status)
        if (status === 200) answered++
      }
    })()
    const models = await json('projections', 'list')
    const names = models.map(({ model }: { model: string }) => model).sort()
    expect(names).toEqual([erasures, ...allProjections].map(({ name }) => name).sort())
    const rebuilt = await json('projections', 'rebuild', '--all')
    expect(rebuilt.map(({ model }: { model: string }) => model).sort()).toEqual(names)
    const after = await json('projections', 'list')
    for (const { model, generation } of models)
      expect(after.find((each: { model: string }) => each.model === model).generation).toBeGreaterThan(generation)
    over = true
    await load
    close()
    for (const { different } of await json('projections', 'verify')) expect(different).toEqual([])
    expect(answered).toBeGreaterThan(0)
    // The service follows the flip: what it answered since is in what it reads.
    expect((await curl('/v1/stats', key)).current_month.verifications).toBe(answered)
  })

  test('verify shows a table with reasons in words; what an address says to a terminal is not obeyed', async () => {
    const table = await command('verify', 'ada@null-mx.mailproof.net', 'a\u001b[31mb@x\u202e')
    expect(table.code).toBe(1)
    expect(table.stdout).toContain('The domain declares that it takes no mail.')
    expect(table.stdout).not.toContain('\u001b[31mb')
    expect(table.stdout).not.toContain('\u202e')
  })
})

describe('what an operator gets wrong', () => {
  test('bad usage and a setting that cannot be used end with 2 and say so', async () => {
    const usage = await command('nonsense')
    expect(usage).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("unknown command 'nonsense'") })
    const setting = await runProgram(['serve'], { ...settings, DATA_DIR: `${directory}-no`, PORT: 'eighty' })
    expect(setting).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^mailproof: PORT: [^\n]+\n$/) })
  })

  test('a second service on the same data is refused with one line; the first goes on', async () => {
    const { code, stdout, stderr } = await command('serve')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^mailproof: [^\n]+\n$/)
    expect(stderr).toContain(directory)
    expect((await curl('/health')).status).toBe('ok')
  })

  test('a port that is taken is told in one line', async () => {
    const { port } = new URL(program.url)
    const { code, stderr } = await runProgram(['serve'], { ...settings, PORT: port, DATA_DIR: `${directory}-other` })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^mailproof: [^\n]*PORT[^\n]*\n$/)
  })

  test('a data directory that is a file, or lies in one, is told in one line', async () => {
    const file = join(directory, '..', 'file')
    await writeFile(file, '')
    for (const path of [file, join(file, 'data')]) {
      const { code, stderr } = await runProgram(['serve'], { ...settings, DATA_DIR: path })
      expect(code).toBe(2)
      expect(stderr).toMatch(/^mailproof: [^\n]+\n$/)
    }
  })
})
