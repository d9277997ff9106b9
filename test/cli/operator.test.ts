// Operator commands beside a running service: accounts, keys, webhooks.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'

const directory = tempDirectory()
let service: InProcessService

beforeAll(async () => {
  service = await start({ env: { DATA_DIR: directory.path } })
})
afterAll(async () => {
  await service.stop()
  directory.remove()
})

/** Beside the running service. */
const command = (...words: string[]) => runCommandLine(words, { DATA_DIR: directory.path, LOG_LEVEL: 'silent' })
const json = async (...words: string[]) => JSON.parse((await command(...words, '--json')).stdout)
const statusOf = async (key: string) => (await service.request('GET', '/v1/accounts/me', { key })).status

describe('accounts', () => {
  test('create prints the account and a key that the running service accepts', async () => {
    const { account, api_key } = await json(
      'accounts',
      'create',
      'grace@example.org',
      '--name',
      'Grace',
      '--plan',
      'growth',
    )
    expect(account).toMatchObject({ email: 'grace@example.org', name: 'Grace', plan: 'growth', per_minute: 600 })
    expect(
      await eventually(
        () => statusOf(api_key),
        (status) => status === 200,
      ),
    ).toBe(200)
    const { stdout } = await command('accounts', 'create', 'grace@example.org')
    expect(stdout).toMatch(/^Account: \S+\nAPI key: mpk_\w{36}\nStore the key now: it cannot be shown again\.\n$/)
  })

  test('find lists every account with the address, and no other', async () => {
    const { account: first } = await json('accounts', 'create', 'twice@example.org')
    const { account: second } = await json('accounts', 'create', 'twice@example.org')
    const found = await json('accounts', 'find', ' Twice@EXAMPLE.org ')
    expect(found.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id])
    expect((await command('accounts', 'find', 'twice@example.org')).stdout).toContain(second.id)
    expect(await command('accounts', 'find', 'unknown@example.org')).toEqual({
      code: 1,
      stdout: 'No account has this address.\n',
      stderr: '',
    })
  })

  test('show prints the account with its keys, masked', async () => {
    const { account, api_key } = await json('accounts', 'create', 'show@example.org')
    const shown = await command('accounts', 'show', account.id)
    expect(shown.stdout).toContain('show@example.org')
    expect(shown.stdout).toContain(api_key.slice(0, 8))
    expect(shown.stdout).not.toContain(api_key)
    expect(await json('accounts', 'show', account.id)).toMatchObject({ id: account.id, keys: [{ sandbox: false }] })
  })
})

describe('invitations', () => {
  test('invite prints a code that makes one account, with the printed id and plan', async () => {
    const invite = await json('accounts', 'invite', '--plan', 'starter', '--expires-in-days', '2')
    expect(invite).toMatchObject({ code: expect.stringMatching(/^mpi_\w{36}$/), plan: 'starter' })
    expect(Date.parse(invite.expires_at) - Date.now()).toBeGreaterThan(1.9 * 86_400_000)
    const made = await service.call('createAccount', { body: { email: 'ada@example.org', invite: invite.code } })
    expect(made.body.account).toMatchObject({ id: invite.account, plan: 'starter' })
    const { stdout } = await command('accounts', 'invite')
    expect(stdout).toMatch(/^Code: {4}mpi_\w{36}\nAccount: \S+ \(its id, once it has been created\)\nExpires: \S+Z\n$/)
  })

  test.each(['0', '366', 'soon'])('invite refuses %s days', async (days) => {
    const { code, stderr } = await command('accounts', 'invite', '--expires-in-days', days)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Must be an integer from 1 to 365.') })
  })
})

describe('keys', () => {
  test('a lost key is replaced: issue prints another once, then revoke ends the old one', async () => {
    const { account, api_key: lost } = await json('accounts', 'create', 'lost@example.org')
    const [{ id: lostId }] = await json('keys', 'list', account.id)
    expect(await command('keys', 'revoke', account.id, lostId)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Generate another one first'),
    })
    const { api_key, key } = await json('keys', 'issue', account.id, '--name', 'found', '--expires-in-days', '30')
    expect(key).toMatchObject({ name: 'found', sandbox: false, expires_at: expect.any(String) })
    expect(await json('keys', 'revoke', account.id, lostId)).toMatchObject({ outcome: 'revoked' })
    expect(await json('keys', 'revoke', account.id, lostId)).toMatchObject({ outcome: 'already_revoked' })
    expect(
      await eventually(
        () => statusOf(api_key),
        (status) => status === 200,
      ),
    ).toBe(200)
    expect(
      await eventually(
        () => statusOf(lost),
        (status) => status === 401,
      ),
    ).toBe(401)
    const { stdout } = await command('keys', 'list', account.id)
    expect(stdout).toContain(key.id)
    expect(stdout).not.toContain(lostId)
    expect(stdout).not.toContain(api_key)
  })

  test('issue can make a sandbox key', async () => {
    const { account } = await json('accounts', 'create', 'box@example.org')
    expect((await command('keys', 'issue', account.id, '--sandbox')).stdout).toMatch(/API key: mpt_/)
  })
})

describe('keys with restrictions', () => {
  test('issue makes keys that only do what they are for, and list says so', async () => {
    const { account } = await json('accounts', 'create', 'intern@example.org')
    const issued = await json('keys', 'issue', account.id, '--scopes', 'read, bulk', '--networks', '127.0.0.0/8,::1')
    expect(issued.key).toMatchObject({ scopes: ['bulk', 'read'], networks: ['127.0.0.0/8', '::1/128'] })
    expect(
      await eventually(
        () => statusOf(issued.api_key),
        (status) => status === 200,
      ),
    ).toBe(200)
    const refused = await service.request('GET', '/v1/keys', { key: issued.api_key })
    expect(refused.body.error.code).toBe('INSUFFICIENT_SCOPE')
    const page = await json('keys', 'issue', account.id, '--publishable', '--origins', 'https://shop.example')
    expect(page.api_key).toMatch(/^pk_mp_/)
    const { stdout } = await command('keys', 'list', account.id)
    expect(stdout).toMatch(/bulk, read +127\.0\.0\.0\/8, ::1\/128/)
    expect(stdout).toMatch(/live, publishable +verify +https:\/\/shop\.example/)
    expect(stdout).toMatch(/live +everything +anywhere/)
  })

  test('revoke ends a publishable key in the running service within two seconds', async () => {
    const { account } = await json('accounts', 'create', 'page@example.org')
    const { api_key, key } = await json(
      'keys',
      'issue',
      account.id,
      '--publishable',
      '--origins',
      'https://shop.example',
    )
    const check = async () => {
      const headers = { Origin: 'https://shop.example' }
      const answer = await service.request('POST', '/v1/check', { key: api_key, headers, body: { email: 'x' } })
      return answer.status
    }
    const until = (wanted: number) => eventually(check, (status) => status === wanted)
    expect(await until(200)).toBe(200)
    await command('keys', 'revoke', account.id, key.id)
    const revokedAt = performance.now()
    expect(await until(401)).toBe(401)
    // A second in which a key is cached, and what the read model takes to see the event.
    expect(performance.now() - revokedAt).toBeLessThan(2_000)
  })

  test.each([
    [['--scopes', 'read,everything'], 2, 'Must be a comma-separated list of: verify, bulk'],
    [['--networks', '10.0.0.5/8'], 1, 'did you mean 10.0.0.0/8?'],
    [['--publishable'], 1, 'must name the origins'],
  ])('issue refuses %j', async (options, code, problem) => {
    const { account } = await json('accounts', 'create', 'intern@example.org')
    const refused = await command('keys', 'issue', account.id, ...options)
    expect(refused).toMatchObject({ code, stderr: expect.stringContaining(problem) })
  })
})

describe('webhooks', () => {
  test('list shows the origin of each URL, and neither its path nor its secret', async () => {
    const { id, key } = await service.account()
    const made = await service.call('createWebhook', {
      key,
      body: { url: 'https://hooks.example.com/secret-path?token=secret-token' },
    })
    expect(made.status).toBe(201)
    const shown = await eventually(
      () => command('webhooks', 'list', id),
      ({ stdout }) => stdout.includes('https://hooks.example.com'),
    )
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('enabled') })
    expect(JSON.stringify([shown, await json('webhooks', 'list', id)])).not.toContain('secret')
  })

  test('list says when there are none', async () => {
    const { id } = await service.account()
    expect((await command('webhooks', 'list', id)).stdout).toBe(`${id} has no webhooks.\n`)
  })
})

test.each([
  ['accounts', 'show', 'unknown'],
  ['keys', 'list', 'unknown'],
  ['keys', 'issue', 'unknown'],
  ['keys', 'revoke', 'unknown', 'nothing'],
  ['webhooks', 'list', 'unknown'],
])('%s %s of an unknown account says so', async (...words) => {
  expect(await command(...words)).toEqual({ code: 1, stdout: '', stderr: 'mailproof: There is no such account.\n' })
})

test.each([
  ['accounts', 'create', 'unknown'],
  ['accounts', 'find', 'unknown'],
  ['keys', 'issue', 'x', '--expires-in-days', '0'],
])('%s %s with an invalid argument is a usage error', async (...words) => {
  expect(await command(...words)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/Example: |Must be/),
  })
})

test('projections list says how many events a read model is behind', async () => {
  const behind = async (): Promise<number[]> =>
    (await json('projections', 'list')).map(({ events_behind }: { events_behind: number }) => events_behind)
  await eventually(behind, (counts) => counts.length > 0 && counts.every((count) => count === 0))
  expect((await command('projections', 'list')).stdout).toMatch(
    /events behind[\s\S]*accounts +\d+ +\d+ +running +0 +up to date/,
  )
})
