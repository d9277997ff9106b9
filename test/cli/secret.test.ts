// `mailproof secret` and `compact` for an installation with a secret.key, beside its service.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'

const directory = tempDirectory()
let service: InProcessService
let ada: { readonly id: string; readonly key: string }
beforeAll(async () => {
  service = await start({ env: { DATA_DIR: directory.path } })
  ada = await service.account()
})
afterAll(async () => {
  await service.stop()
  directory.remove()
})

const command = (...words: string[]) => runCommandLine(words, { DATA_DIR: directory.path, LOG_LEVEL: 'silent' })
const secretIn = (name: string) => readFileSync(join(directory.path, name), 'utf8').trim()
const emailOf = async (key: string) =>
  (await service.call('getAccount', { key })).body.account?.email ??
  (await service.call('getAccount', { key })).body.email

test('export prints the secret key, and check says that it opens every data key', async () => {
  expect((await command('secret', 'export')).stdout).toBe(`${secretIn('secret.key')}\n`)
  expect(await command('secret', 'check')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The secret key opens \d+ data keys?; 0 cannot be opened\.\n$/),
  })
})

test('rotate replaces the key while the service answers, without a restart, and keeps what derives from it', async () => {
  const before = secretIn('secret.key')
  const signing = await service.call('getSigningSecret', { key: ada.key })
  expect(await emailOf(ada.key)).toBe('ada@example.org')
  const rotated = JSON.parse((await command('secret', 'rotate', '--json')).stdout)
  expect(rotated).toMatchObject({
    previous: 0,
    unreadable: 0,
    former: expect.stringMatching(/^secret\.key\.until-\d{8}T\d{6}Z$/),
  })
  expect(secretIn('secret.key')).not.toBe(before)
  expect(secretIn(rotated.former)).toBe(before)
  expect(readdirSync(directory.path)).not.toContain('secret.key.previous')

  expect(await emailOf(ada.key)).toBe('ada@example.org')
  const bob = await service.account()
  expect(await emailOf(bob.key)).toBe('ada@example.org')
  expect(JSON.parse((await command('secret', 'check', '--json')).stdout)).toMatchObject({ previous: 0, unreadable: 0 })

  await service.stop()
  service = await start({ env: { DATA_DIR: directory.path } })
  expect(await emailOf(bob.key)).toBe('ada@example.org')
  expect((await service.call('getSigningSecret', { key: ada.key })).body).toEqual(signing.body)
})

test('a key of the settings is replaced by the settings', async () => {
  const settings = { DATA_DIR: directory.path, SECRET_KEY: secretIn('secret.key') }
  const { code, stderr } = await runCommandLine(['secret', 'rotate'], settings)
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/SECRET_KEY_PREVIOUS: must be set, because/),
  })
})

test('compact is refused while the service runs, and shrinks its files afterwards', async () => {
  expect(await command('compact')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/is locked by another mailproof/),
  })
  await service.stop()
  const files = JSON.parse((await command('compact', '--json')).stdout)
  expect(files.map(({ file }: { file: string }) => file.split('/').at(-1))).toEqual([
    'events.mdb',
    'documents.mdb',
    'vault.mdb',
    'jobs.mdb',
  ])
  for (const { file, before, after } of files) {
    expect(after).toBeLessThanOrEqual(before)
    expect(statSync(file)).toMatchObject({ size: after })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  }
  service = await start({ env: { DATA_DIR: directory.path } })
  expect(await emailOf(ada.key)).toBe('ada@example.org')
})
