import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import { SETTING_NAMES } from '../../src/config.js'
import { COMPOSE_FILES, readCompose } from '../support/deployment/compose.js'
import { describePrograms } from '../support/deployment/describePrograms.js'
import { ROOT, readText } from '../support/deployment/files.js'

const run = promisify(execFile)

interface Resolved {
  readonly services: {
    readonly [name: string]: {
      readonly image: string
      readonly environment?: { readonly [name: string]: string }
      readonly depends_on?: object
    }
  }
}

describePrograms('docker-compose config', [['docker-compose', 'version']], () => {
  /** The file as Compose reads it, in a directory with this .env. */
  async function resolve(file: string, env: string): Promise<Resolved> {
    const directory = await mkdtemp(join(tmpdir(), 'mailproof-'))
    try {
      await writeFile(join(directory, '.env'), env)
      const words = ['--env-file', join(directory, '.env'), '--profile', 'monitoring', '-f', file]
      const { stdout, stderr } = await run('docker-compose', [...words, 'config', '--format', 'json'], { cwd: ROOT })
      expect(stderr).toBe('')
      return JSON.parse(stdout)
    } finally {
      await rm(directory, { recursive: true })
    }
  }

  test.each(COMPOSE_FILES)('accepts %s without a warning, with every service', async (file) => {
    const { services } = await resolve(file, '')
    expect(Object.keys(services).sort()).toEqual(Object.keys(readCompose(file).services).sort())
  })

  test.each(COMPOSE_FILES)('substitutes the same values in %s as these tests do', async (file) => {
    const { services } = await resolve(file, '')
    for (const [name, { image, environment }] of Object.entries(readCompose(file).services))
      expect(services[name]).toMatchObject({ image, ...(environment && { environment }) })
  })

  test.each(COMPOSE_FILES)('accepts every value of .env.example in %s', async (file) => {
    const env = readText('.env.example').replace(/^#([A-Z_]+=)/gm, '$1')
    const { services } = await resolve(file, env.replace(/^SECRET_KEY=.*$/m, ''))
    const { environment = {} } = services.api ?? services.mailproof!
    expect(environment.BASE_URL).toBe('https://verify.example.org')
    expect(environment.DNS_SERVERS).toBe('9.9.9.9,[2620:fe::fe]:53')
    for (const name of Object.keys(environment)) expect(SETTING_NAMES).toContain(name)
  })
})
