// The npm packages: their content, and their use in other projects.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import packageJson from '../../package.json' with { type: 'json' }
import openapi from '../../schema/openapi.generated.json' with { type: 'json' }
import { clientBytes, MAX_CLIENT_BYTES } from '../../scripts/package/clientSize.js'
import { eventually } from '../../testbed/eventually.js'
import { ROOT } from '../../testbed/files.js'
import { freePort } from '../../testbed/freePort.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describeWithNpmCache } from './npmCache.js'
import { buildPackages, execute, install, type Packed, pack, productionPackages } from './packages.js'
import { describeInRuntimes } from './runtimes.js'

/** The packages as npm publishes them, used by projects outside the checkout. */

let api: InProcessService
let directory: ReturnType<typeof tempDirectory>
let mailproof: Packed
let clientOnly: Packed
/** A project with the tarball of the service, and one with that of the client. */
let whole: string
let small: string
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  directory = tempDirectory()
  ;[api] = await Promise.all([start(), buildPackages()])
  const { key } = await api.account({ plan: 'growth' })
  const dns = `${api.dns.address}:${api.dns.port}`
  env = { SERVICE_URL: api.url, API_KEY: key, DNS_SERVER: dns, DNS_SERVERS: dns }
  mailproof = await pack('.', directory.path)
  clientOnly = await pack('packages/client', directory.path)
  whole = projectOf('whole', ['useClient', 'useLibrary'])
  small = projectOf('small', ['useClient'], (code) => code.replace("'mailproof/client'", "'@mailproof/client'"))
  await install(mailproof, whole)
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', clientOnly.path], { cwd: small })
  // For the compiler only; dependencies of the service include them.
  mkdirSync(join(small, 'node_modules/@types'))
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(join(ROOT, 'node_modules', name), join(small, 'node_modules', name))
}, 300_000)
afterAll(async () => {
  await api.stop()
  directory.remove()
})

function projectOf(name: string, consumers: readonly string[], edit = (code: string) => code): string {
  const project = join(directory.path, name)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }))
  for (const consumer of consumers) {
    const code = readFileSync(join(ROOT, `test/package/consumers/${consumer}.ts`), 'utf8')
    writeFileSync(join(project, `${consumer}.ts`), edit(code))
  }
  return project
}

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  target: 'ES2022',
  outDir: 'out',
}
const RESOLUTIONS = {
  NodeNext: { module: 'NodeNext', lib: ['ES2022'], types: ['node'] },
  Bundler: { module: 'ESNext', moduleResolution: 'Bundler', lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: ['node'] },
}

async function compile(project: string, resolution: keyof typeof RESOLUTIONS): Promise<string> {
  const compilerOptions = { ...STRICT, ...RESOLUTIONS[resolution] }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const { stdout } = await execute(process.execPath, [join(ROOT, 'node_modules/@typescript/native/bin/tsc')], {
    cwd: project,
  })
  return stdout
}

const run = async (project: string, consumer: string): Promise<unknown> => {
  const { stdout } = await execute(process.execPath, [`out/${consumer}.js`], { cwd: project, env })
  return JSON.parse(stdout)
}

const USED_CLIENT = {
  hasMx: true,
  batch: { status: 'completed', valid: 1, invalid: 1 },
  verdicts: [1, 0],
  rows: 3,
  refused: { code: 'VALIDATION_ERROR', paths: ['/emial', '/email'] },
  forged: 'INVALID_SIGNATURE',
}

/** Packages of an installation, on every platform together. Each costs its users time and trust. */
const MAX_PACKAGES = 279

describe('the package mailproof', () => {
  test('does not depend on more packages than today', () => {
    expect(productionPackages().length).toBeGreaterThan(100)
    expect(productionPackages().length).toBeLessThanOrEqual(MAX_PACKAGES)
    expect(productionPackages().filter((path) => path.includes('@opentelemetry/'))).toEqual([
      'node_modules/@opentelemetry/api',
    ])
  })

  test('contains what runs, and its licences and documentation', () => {
    expect(mailproof.files).toEqual(
      expect.arrayContaining([
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'THIRD-PARTY-NOTICES.md',
        'dist/client/index.d.ts',
        'dist/library/index.d.ts',
        'dist/library/types.d.ts',
        'dist/main.js',
        'docs/client.md',
        'npm-shrinkwrap.json',
        'schema/lists/curated/providers.txt',
        'schema/lists/domains.generated.txt',
        'schema/lists/vendored/freemail.txt',
        'schema/openapi.generated.json',
        'schema/schema.graphql',
      ]),
    )
  })

  test('contains no sources or tests, of the scripts only what npm start runs, and no output of the compiler beside modules and their types', () => {
    expect(mailproof.files.filter((path) => /^(src|test|scripts|packages|node_modules)\//.test(path))).toEqual([
      'scripts/buildIfStale.mjs',
    ])
    expect(mailproof.files.filter((path) => /\.(ts|map|tsbuildinfo)$/.test(path) && !path.endsWith('.d.ts'))).toEqual(
      [],
    )
    expect(mailproof.files.filter((path) => /(^|\/)\./.test(path))).toEqual([])
  })

  test.each(['NodeNext', 'Bundler'] as const)('compiles in a strict project with resolution %s', async (resolution) => {
    expect(await compile(whole, resolution)).toBe('')
  })

  test('verifies in library mode', async () => {
    expect(await run(whole, 'useLibrary')).toEqual({
      status: 'valid',
      reasons: ['deliverable'],
      decisions: ['deny', 'deny'],
    })
  })

  test('calls, waits and checks webhooks with the client of the package', async () => {
    expect(await run(whole, 'useClient')).toEqual(USED_CLIENT)
  })

  test('refuses to import what it does not export', async () => {
    const program = "import('mailproof/dist/main.js').catch(({ code }) => console.log(code))"
    const { stdout } = await execute(process.execPath, ['-e', program], { cwd: whole })
    expect(stdout.trim()).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })

  test('runs as npx mailproof', async () => {
    const npx = (...words: string[]) => execute('npx', ['--offline', 'mailproof', ...words], { cwd: whole, env })
    expect((await npx('--version')).stdout.trim()).toBe(packageJson.version)
    const { stdout } = await npx('verify', '--json', 'ada@explicit.mailproof.net')
    expect(JSON.parse(stdout)).toMatchObject([{ status: 'valid', decision: 'allow' }])
  })

  test('has a program that is executable in the checkout', () => {
    expect(() => accessSync(join(ROOT, packageJson.bin.mailproof), constants.X_OK)).not.toThrow()
  })
})

describeWithNpmCache('the package mailproof, installed by npm without network', () => {
  const npm = (cwd: string, ...words: string[]) =>
    execute('npm', [...words, '--offline', '--no-audit', '--no-fund'], {
      cwd,
      env: { ...env, npm_config_update_notifier: 'false' },
    })

  test('runs with npm start after npm ci in the unpacked package', async () => {
    const unpacked = join(directory.path, 'unpacked')
    mkdirSync(unpacked)
    await execute('tar', ['-xzf', mailproof.path, '--strip-components=1', '-C', unpacked], { cwd: unpacked })
    await npm(unpacked, 'ci', '--omit=dev')
    const port = await freePort()
    const settings = { PORT: String(port), DATA_DIR: join(unpacked, 'data'), npm_config_update_notifier: 'false' }
    const service = spawn('npm', ['start'], {
      cwd: unpacked,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    })
    const exited = once(service, 'exit')
    try {
      const healthy = await eventually(
        () =>
          fetch(`http://127.0.0.1:${port}/health`).then(
            (response) => response.json(),
            () => undefined,
          ),
        (body) => body !== undefined,
      )
      expect(healthy).toMatchObject({ version: packageJson.version })
    } finally {
      service.kill()
      await exited
    }
  })
})

describeInRuntimes('the client of the package mailproof', (exerciseClient) => {
  test('verifies, uploads, waits, iterates over results, reads errors and checks webhooks', async () => {
    const body =
      '{"type":"webhook.test","timestamp":"2026-11-23T00:00:00.000Z","data":{"webhook_id":"w","message":"ü"}}'
    const secret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`
    const now = new Date()
    const headers = {
      'webhook-id': 'd-1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('d-1', now, body),
    }
    const given = { baseUrl: env.SERVICE_URL, apiKey: env.API_KEY, webhook: { headers, body, secret } }
    expect(await exerciseClient(whole, given)).toEqual({
      status: 'valid',
      batch: { status: 'completed', valid: 1, invalid: 1, hadProgress: true },
      verdicts: [1, 0],
      rows: 3,
      refused: 'VALIDATION_ERROR',
      event: 'webhook.test',
      forged: 'INVALID_SIGNATURE',
    })
  })
})

describe('the package @mailproof/client', () => {
  test('contains the client alone, and depends on nothing', () => {
    expect(clientOnly.files.filter((path) => !/^dist\/[a-zA-Z.]+\.(js|d\.ts)$/.test(path))).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ])
    const manifest = JSON.parse(readFileSync(join(small, 'node_modules/@mailproof/client/package.json'), 'utf8'))
    expect({ ...manifest, dependencies: manifest.dependencies ?? {} }).toMatchObject({ dependencies: {} })
  })

  // Its types are those of `mailproof/client`, which are compiled with the other resolution too.
  test('compiles in a strict project', async () => {
    expect(await compile(small, 'NodeNext')).toBe('')
  })

  test('verifies, waits for a batch and checks webhooks in a project', async () => {
    expect(await run(small, 'useClient')).toEqual(USED_CLIENT)
  })

  test('is at most 5 KB, minified and compressed', () => {
    expect(clientBytes(join(ROOT, 'dist/client'))).toBeLessThanOrEqual(MAX_CLIENT_BYTES)
  })
})

test('service, packages and API description have one version', () => {
  expect([mailproof.version, clientOnly.version, openapi.info.version]).toEqual(Array(3).fill(packageJson.version))
})
