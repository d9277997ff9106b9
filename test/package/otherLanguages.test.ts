// The packages for Python and Go pass their languages' checks, repeat what failed, upload, and check webhooks.
import { cpSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { published } from '../../testbed/contract/differences.js'
import { openWorkday, type Workday } from '../api/contract/clients/workday.js'
import { describeUnless } from '../support/describeUnless.js'

const { CLIENTS_PYTHON: python = '', CLIENTS_GO: go = '' } = process.env
const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`
const TIMEOUT_MS = 300_000

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** @param language folder of the package, and of the program that uses it */
async function open(language: 'python' | 'go'): Promise<Workday> {
  const day = await openWorkday(language)
  cpSync(pathOf(`../../packages/${language}`), join(day.directory, 'package'), { recursive: true })
  cpSync(pathOf(language), join(day.directory, 'use'), { recursive: true })
  return day
}

/** Runs a program against a service that fails once for each path, and expects what it prints. */
async function expectUse(day: Workday, command: string, args: readonly string[], env = {}): Promise<void> {
  const failing = await startFailing(day.api.url)
  const body = '{"type":"webhook.test"}'
  const now = new Date()
  const headers = {
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': String(Math.floor(now.getTime() / 1_000)),
    'Webhook-Signature': new Webhook(SECRET).sign('msg_1', now, body),
  }
  const webhook = { WEBHOOK: JSON.stringify({ headers, body }), WEBHOOK_SECRET: SECRET }
  try {
    const printed = await day.run(command, args, { FAILING_URL: failing.url, ...webhook, ...env })
    const expected = { status: 'valid', accepted: true, refused: 'INVALID_API_KEY', event: 'webhook.test', wrong: 4 }
    expect(JSON.parse(printed)).toEqual(expected)
  } finally {
    failing.close()
  }
  expect(failing.keys['/v1/verify']).toEqual([undefined, undefined])
  const [first, second, ...more] = failing.keys['/v1/bulk/upload']!
  expect([first, more]).toEqual([expect.stringMatching(/^[\w-]{26,36}$/), []])
  expect(second).toBe(first)
}

describeUnless(python ? undefined : 'CLIENTS_PYTHON is not set', 'the package for Python', () => {
  let day: Workday
  beforeAll(async () => {
    day = await open('python')
  })
  afterAll(() => day.close())

  test(
    'is typed strictly, and does its work although each path fails once',
    async () => {
      const env = { PATH: `${dirname(python)}:${process.env.PATH}`, MYPYPATH: 'package/src' }
      const description = join(day.directory, 'openapi.json')
      expect(await day.run('package/generate', [description], env)).not.toMatch(/WARNING|ERROR/)
      expect(await day.run('mypy', ['--strict', '-p', 'mailproof'], env)).toMatch(/^Success/)
      expect(await day.run('mypy', ['--strict', 'use/use.py'], env)).toMatch(/^Success/)
      await expectUse(day, python, ['use/use.py'], { PYTHONPATH: 'package/src' })
    },
    TIMEOUT_MS,
  )
})

describeUnless(go ? undefined : 'CLIENTS_GO is not set', 'the package for Go', () => {
  let day: Workday
  beforeAll(async () => {
    day = await open('go')
  })
  afterAll(() => day.close())

  test(
    'passes go vet, and does its work although each path fails once',
    async () => {
      const env = { PATH: `${go}:${process.env.PATH}` }
      await day.run('package/generate', [join(day.directory, 'openapi.json')], env)
      await day.run('go', ['-C', 'package', 'vet', './...'])
      await day.run('go', ['-C', 'use', 'vet', './...'])
      await expectUse(day, 'go', ['-C', 'use', 'run', '.'])
    },
    TIMEOUT_MS,
  )
})

describe.each([
  ['Python', 'python/src/mailproof/retries.py'],
  ['Go', 'go/retries.go'],
])('the package for %s', (_, file) => {
  test('sends Idempotency-Key where the contract accepts it', () => {
    const source = readFileSync(pathOf(`../../packages/${file}`), 'utf8')
    const pattern = new RegExp(/[`"](\/v1\/\(verify.+)[`"]/.exec(source)![1]!)
    const posts = Object.entries(published.paths).flatMap(([path, { post }]) => (post ? [{ path, post }] : []))
    expect(posts.length).toBeGreaterThan(10)
    for (const { path, post } of posts) {
      const accepts = (post.parameters ?? []).some(({ name }) => name === 'Idempotency-Key')
      expect({ path, sent: pattern.test(path) }).toEqual({ path, sent: accepts })
    }
  })
})

/** A proxy that answers the first request to each path with 503, and passes on all others. */
async function startFailing(serviceUrl: string) {
  const keys: { [path: string]: (string | undefined)[] } = {}
  const server = createServer(async (request, response) => {
    const path = request.url!
    const body = await buffer(request)
    keys[path] ??= []
    keys[path].push(request.headers['idempotency-key'] as string | undefined)
    if (keys[path].length === 1) return response.writeHead(503, { 'Retry-After': '0' }).end('busy')
    const { connection: _, host: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>
    const answer = await fetch(serviceUrl + path, {
      method: request.method!,
      headers,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    const { status } = answer
    return response.writeHead(status, { 'Content-Type': answer.headers.get('content-type')! }).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, keys, close: () => server.close() }
}
