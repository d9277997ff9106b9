// Secrets that the first start of the Compose files makes up: the root key, and the password of Grafana.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { readCompose } from '../../testbed/composeFiles.js'
import { ROOT } from '../../testbed/files.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

let directory: ReturnType<typeof tempDirectory>
let path: string
beforeEach(() => {
  directory = tempDirectory()
  path = join(directory.path, 'secret_key')
})
afterEach(() => directory.remove())

const KEY = Buffer.alloc(32, 7).toString('base64')

/** Runs the script that the service "secret" runs. */
function create(env: { readonly [name: string]: string } = {}) {
  const [, script, target] = readCompose('docker-compose.yml').services.secret!.entrypoint!
  expect([script, target]).toEqual(['/create.mjs', '/secrets/secret_key'])
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'deploy/secret/create.mjs'), path], {
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('the root key of the cluster', () => {
  test('is generated at the first start, readable only by its owner, and kept at the next', () => {
    expect(create()).toMatchObject({ status: 0, stdout: expect.stringContaining('new key') })
    const key = readFileSync(path, 'utf8')
    expect(Buffer.from(key, 'base64')).toHaveLength(32)
    expect(statSync(path).mode & 0o777).toBe(0o400)
    expect(create({ SECRET_KEY: '' })).toMatchObject({ status: 0, stdout: expect.stringContaining('exists') })
    expect(readFileSync(path, 'utf8')).toBe(key)
  })

  test('is SECRET_KEY if that is set, and is never printed', () => {
    const { status, stdout } = create({ SECRET_KEY: KEY })
    expect(status).toBe(0)
    expect(stdout).not.toContain(KEY)
    expect(readFileSync(path, 'utf8').trim()).toBe(KEY)
    expect(create({ SECRET_KEY: KEY }).status).toBe(0)
  })

  test('is not replaced by another SECRET_KEY: the start stops in one line', () => {
    writeFileSync(path, Buffer.alloc(32, 8).toString('base64'))
    const { status, stderr } = create({ SECRET_KEY: KEY })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^SECRET_KEY: [^\n]+\n$/)
    expect(readFileSync(path, 'utf8')).not.toBe(KEY)
  })

  test.each(['', 'bm90IDMyIGJ5dGVz\n'])(
    'is not what a file holds that is no key, as an interrupted start left it: %j',
    (text) => {
      writeFileSync(path, text)
      expect(create()).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^\S+ does not hold a key, [^\n]+\n$/),
      })
      expect(readFileSync(path, 'utf8')).toBe(text)
    },
  )

  test('leaves no other file', () => {
    create()
    expect(readdirSync(directory.path)).toEqual(['secret_key'])
  })

  test.each(['short', 'bm90IDMyIGJ5dGVz'])('is not accepted if it is not 32 bytes: %s', (SECRET_KEY) => {
    expect(create({ SECRET_KEY })).toMatchObject({ status: 1, stderr: expect.stringContaining('openssl rand') })
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
  })
})

describe("the password of Grafana's user admin", () => {
  /** Runs the script that starts Grafana, with a program in its place that prints what it is given. */
  function start(env: { readonly [name: string]: string } = {}) {
    const { entrypoint, environment } = readCompose('docker-compose.yml').services.grafana!
    expect(entrypoint).toEqual(['/bin/sh', '/start.sh'])
    expect(environment).not.toHaveProperty('GF_SECURITY_ADMIN_PASSWORD')
    const { stdout } = spawnSync('/bin/sh', [join(ROOT, 'deploy/grafana/start.sh'), '/usr/bin/env'], {
      env: { PATH: process.env.PATH, GF_PATHS_DATA: directory.path, ...env },
      encoding: 'utf8',
    })
    expect(stdout).toContain(`GF_SECURITY_ADMIN_PASSWORD__FILE=${join(directory.path, 'admin_password')}\n`)
    const password = readFileSync(join(directory.path, 'admin_password'), 'utf8')
    expect(stdout).not.toContain(password)
    return password
  }

  test('is made up at the first start, readable by its owner alone, and kept', () => {
    const password = start()
    expect(Buffer.from(password, 'base64')).toHaveLength(18)
    expect(statSync(join(directory.path, 'admin_password')).mode & 0o777).toBe(0o600)
    expect(start({ GRAFANA_PASSWORD: 'another' })).toBe(password)
  })

  test('is GRAFANA_PASSWORD if that is set', () => {
    expect(start({ GRAFANA_PASSWORD: 'correct horse' })).toBe('correct horse')
  })
})
