// Docker Compose reads the Compose files as these tests do.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import {
  COMPOSE_FILES,
  type ComposeFile,
  OWN_SETTINGS,
  readCompose,
  SHARED_FILE,
  variablesOf,
} from '../../testbed/composeFiles.js'
import { ROOT, readText } from '../../testbed/files.js'
import { describePrograms } from './describePrograms.js'

const run = promisify(execFile)

const EXAMPLE = readText('.env.example').replace(/^#([A-Z_]+=)/gm, '$1')
/** Every documented setting. */
const SETTINGS = [...readText('docs/configuration.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name!)
/** Variables that the OpenTelemetry SDK reads. */
const TRACING = [...readText('docs/observability.md').matchAll(/`(OTEL_[A-Z_]+)`/g)].map(([, name]) => name!)
const FIXED = ['DATA_DIR', 'HOST', 'METRICS_PORT', 'PORT', 'ROLE']

/** Whether a Compose file takes the value of a setting from .env, and has a default for it. */
const isSubstituted = (file: ComposeFile, name: string): boolean =>
  variablesOf(file).some((variable) => variable.name === name) && name !== 'SECRET_KEY'

interface Resolved {
  readonly services: {
    readonly [name: string]: {
      readonly image: string
      readonly environment?: { readonly [name: string]: string }
      readonly depends_on?: object
    }
  }
}

test('every setting is documented', () => {
  expect(SETTINGS.toSorted()).toEqual(OWN_SETTINGS.toSorted())
  expect(TRACING.length).toBeGreaterThan(6)
})

describePrograms('docker-compose config', [['docker-compose', 'version']], () => {
  /** The file as Compose reads it, in a copy of the checkout with this .env. */
  async function resolve(file: string, env: string): Promise<Resolved> {
    const directory = await mkdtemp(join(tmpdir(), 'mailproof-'))
    try {
      await writeFile(join(directory, '.env'), env)
      for (const path of [file, SHARED_FILE]) await cp(join(ROOT, path), join(directory, path))
      const words = ['--profile', 'monitoring', '-f', file, 'config', '--format', 'json']
      const { stdout, stderr } = await run('docker-compose', words, {
        cwd: directory,
        // Variables of the environment would take precedence over .env.
        env: { PATH: process.env.PATH, HOME: directory },
      })
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
    const { services } = await resolve(file, EXAMPLE.replace(/^SECRET_KEY=.*$/m, ''))
    expect(Object.keys(services).sort()).toEqual(Object.keys(readCompose(file).services).sort())
    const { environment = {} } = services.api ?? services.mailproof!
    expect(environment.BASE_URL).toBe('https://verify.example.org')
    expect(environment.DNS_SERVERS).toBe('9.9.9.9,[2620:fe::fe]:53')
  })

  test.each(COMPOSE_FILES)('passes every setting in .env on to each process of %s', async (file) => {
    const own = readCompose(file).services
    const serving = Object.keys(own).filter((name) => own[name]!.env_file)
    expect(serving).toEqual(file === 'docker-compose.yml' ? ['api', 'worker'] : ['mailproof'])
    const given = new Map([...SETTINGS, ...TRACING].map((name) => [name, `value of ${name}`]))
    const { services } = await resolve(file, [...given].map(([name, value]) => `${name}="${value}"`).join('\n'))
    for (const name of serving) {
      const { environment = {} } = services[name]!
      const differing = [...given].filter(([variable, value]) => environment[variable] !== value)
      const fixed = Object.keys(own[name]!.environment!).filter((variable) => !isSubstituted(file, variable))
      expect(differing.map(([variable]) => variable).sort()).toEqual(fixed.filter((each) => given.has(each)).sort())
      // What .env cannot change; .env.example says so.
      expect(fixed.filter((variable) => !variable.startsWith('SECRET_KEY')).sort()).toEqual(FIXED)
    }
  })

  test.each(COMPOSE_FILES)('a setting that .env does not contain keeps its default in %s', async (file) => {
    const { services } = await resolve(file, 'LOG_LEVEL=warn')
    for (const [name, { env_file, environment }] of Object.entries(readCompose(file).services))
      if (env_file) expect(services[name]!.environment).toEqual({ ...environment, LOG_LEVEL: 'warn' })
  })
})
