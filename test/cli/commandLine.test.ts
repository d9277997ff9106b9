// Commands that need no service: verify, config, and their exit codes.

import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { addressesOf } from '../../src/cli/verify/addresses.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { mailZone } from '../../testbed/dns/zone.js'
import type { Settings } from '../../testbed/service/settings.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'

const directory = tempDirectory()
let dns: DnsServer
let settings: Settings

beforeAll(async () => {
  dns = await startDnsServer(mailZone(400))
  settings = {
    DATA_DIR: join(directory.path, 'data'),
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    DNS_TIMEOUT_MS: '400',
    LOG_LEVEL: 'error',
  }
})
afterAll(async () => {
  await dns.close()
  directory.remove()
})

const command = (...words: string[]) => runCommandLine(words, settings)

test.each([
  [['backup', ''], "argument 'dir'"],
  [['backup', 'verify', ''], "argument 'dir'"],
  [['restore', 'set', '--to', ''], "option '--to <data dir>'"],
  [['export', 'verifications', '--output', ''], "option '--output <file>'"],
])('an empty word is not taken for the current directory: %j', async (words, what) => {
  expect(await command(...words)).toMatchObject({ code: 2, stderr: expect.stringContaining(`error: ${what} is empty`) })
})

describe('verify', () => {
  test('verifies addresses locally, and its exit code says whether all are valid', async () => {
    const good = await command('verify', ' ada@explicit.mailproof.net ', '--json')
    expect(good.code).toBe(0)
    expect(JSON.parse(good.stdout)).toMatchObject([
      { email: 'ada@explicit.mailproof.net', valid: true, status: 'valid', decision: 'allow' },
    ])
    const bad = await command('verify', 'ada@explicit.mailproof.net', 'ada@null-mx.mailproof.net', '--json')
    expect(bad.code).toBe(1)
    expect(JSON.parse(bad.stdout).map(({ reason }: { reason: string | null }) => reason)).toEqual([null, 'null_mx'])
  })

  test('reads standard input, one address per line, for a dash', async () => {
    const input = () => Readable.from(['ada@x.example\r\n', '\n  bob@x.exa', 'mple \n'])
    const piped = ['ada@x.example', '  bob@x.example ']
    expect(await addressesOf(['-'], input())).toEqual(piped)
    expect(await addressesOf(['eve@x.example', '-'], input())).toEqual(['eve@x.example', ...piped])
    const refused = async (words: readonly string[], stdin: NodeJS.ReadableStream) =>
      addressesOf(words, stdin).catch((error: Error) => error.message)
    expect(await refused(['-'], Readable.from([]))).toBe('Standard input has no address.')
    expect(await refused(['-', '-'], Readable.from([]))).toContain('only once')
    expect(await refused(['-'], Readable.from(['a@x.example\n'.repeat(10_001)]))).toContain('mailproof bulk <file.csv>')
  })

  test('says how to separate addresses', async () => {
    const { code, stderr } = await command('verify', 'a@x.example,b@y.example')
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'mailproof: Separate addresses by spaces: a@x.example b@y.example\n',
    })
    expect(await addressesOf(['"a,b"@x.example'])).toEqual(['"a,b"@x.example'])
  })
})

describe('config', () => {
  test('shows every setting with what it means, and no secret', async () => {
    const secret = Buffer.alloc(32, 7).toString('base64')
    const { code, stdout } = await runCommandLine(['config', '--json'], { ...settings, SECRET_KEY: secret })
    expect(code).toBe(0)
    expect(stdout).not.toContain(secret)
    const rows = JSON.parse(stdout) as { name: string; value: string | null; source: string; meaning: string }[]
    const byName = Object.fromEntries(rows.map((row) => [row.name, row]))
    expect(byName.DATA_DIR).toMatchObject({ value: settings.DATA_DIR, source: 'environment' })
    expect(byName.VERIFY_DEADLINE_MS).toMatchObject({ value: '5000', source: 'default' })
    expect(byName.HOST).toMatchObject({ value: '127.0.0.1' })
    expect(byName.lists).toMatchObject({
      value: expect.stringMatching(/^2\d{3}-\d\d-\d\d\.\w{12}$/),
      source: 'release',
    })
    for (const { meaning } of rows) expect(meaning.length).toBeGreaterThan(5)
    expect((await command('config')).stdout).toContain('DNS_SERVERS')
  })
})

describe('a variable that is no setting', () => {
  test.each([
    ['PROT', 'PORT'],
    ['MONGO_URL', 'MONGODB_URL'],
    ['MAILPROOF_DATA_DIR', 'DATA_DIR'],
    ['log_level', 'LOG_LEVEL'],
    ['SECRET_KEY_FIEL', 'SECRET_KEY_FILE'],
  ])('%s: config warns that %s was probably meant', async (variable, setting) => {
    const { code, stderr } = await runCommandLine(['config', '--json'], { ...settings, [variable]: '9' })
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `mailproof: warning: ${variable} is not a setting. Did you mean ${setting}?\n`,
    })
  })

  test('of another program passes without a warning', async () => {
    const foreign = ['HOME', 'PATH', 'PWD', 'HOSTNAME', 'LC_ALL', 'TERM', 'MAIL', 'MAILPROOF_API_KEY', 'MAILPROOF_PORT']
    const env = Object.fromEntries(foreign.map((name) => [name, 'x']))
    expect((await runCommandLine(['config'], { ...settings, ...env })).stderr).toBe('')
  })
})

describe('usage and configuration errors', () => {
  test.each([
    'nonsense',
    'serve --nonsense',
    'serve nonsense',
    'verify',
    'accounts',
    'accounts set-plan x',
    'accounts set-plan x gold',
    'accounts set-limits x',
    'accounts set-limits x --per-minute -5',
    'projections rebuild',
    'projections rebuild nonsense',
  ])('bad usage exits with 2, says what is wrong and where help is: %s', async (line) => {
    const { code, stderr } = await command(...line.split(' '))
    expect(code).toBe(2)
    expect(stderr).not.toBe('')
    expect(stderr).not.toMatch(/\bat .+:\d+:\d+/)
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', ''],
    ['LOG_LEVEL', ''],
    ['PORT', '70000'],
    ['DNS_SERVERS', 'dns.example.org'],
    ['DNS_TIMEOUT_MS', '0'],
    ['VERIFY_DEADLINE_MS', '1.5'],
    ['BASE_URL', 'example.org'],
    ['BASE_URL', 'https://example.org/?from=here'],
    ['SECRET_KEY', 'c2hvcnQ='],
    ['SECRET_KEY_FILE', '/nowhere/secret.key'],
    ['CORS_ORIGINS', 'example.org'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_PORT', '70000'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://ada@collector:4318'],
    ['TRUST_PROXY', 'nonsense'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['WEBHOOK_ALLOWED_SUBNETS', '10.1.0.0/16,10.2'],
  ])('an invalid setting is reported in one line with its name and an example: %s=%s', async (name, value) => {
    const { code, stdout, stderr } = await runCommandLine(['config'], { ...settings, [name]: value })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^mailproof: [^\n]+\n$/)
    expect(stderr).toContain(name)
    expect(stderr).toContain('Example:')
    if (name === 'SECRET_KEY') expect(stderr).not.toContain(value)
  })

  test.each([
    ['HOST', '203.0.113.5', /choose another HOST/],
    ['HOST', 'no-such-host.invalid', /choose another HOST/],
    ['DATA_DIR', '/proc/mailproof', /set DATA_DIR to another directory/],
  ])('a failed start is reported in one line that names what to change: %s=%s', async (name, value, says) => {
    const { code, stderr } = await runCommandLine(['serve'], { ...settings, PORT: '0', [name]: value })
    expect(code).toBe(2)
    const lines = stderr.split('\n').filter((line) => line.startsWith('mailproof: '))
    expect(lines).toEqual([expect.stringMatching(says)])
    expect(stderr).not.toMatch(/^ +at /m)
  })

  test.each(['--help', 'serve --help', 'accounts --help', '--version'])('%s exits with 0', async (line) => {
    const { code, stdout } = await command(...line.split(' '))
    expect(code).toBe(0)
    expect(stdout).not.toBe('')
  })
})
