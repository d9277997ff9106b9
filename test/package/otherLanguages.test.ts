// The packages for Python and Go pass their languages' checks, repeat what the typed client repeats, upload, and check webhooks.
import { cpSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { openWorkday, type Workday } from '../api/contract/clients/workday.js'
import { describeUnless } from '../support/describeUnless.js'
import { attemptsOf, attemptsOfTypescript, FAULTS, REQUESTS } from './faults.js'

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

/** Runs a program that sends every request with every fault, and expects what the typed client does. */
async function expectSameRepetitions(day: Workday, command: string, args: readonly string[], more = {}): Promise<void> {
  const lists = { REQUESTS: JSON.stringify(REQUESTS), FAULTS: JSON.stringify(Object.keys(FAULTS)) }
  const attempts = await attemptsOf((url) => day.run(command, args, { ...lists, ...more, SERVER_URL: url }))
  expect(attempts).toEqual(await attemptsOfTypescript())
}

describeUnless(python ? undefined : 'CLIENTS_PYTHON is not set', 'the package for Python', () => {
  const env = { PATH: `${dirname(python)}:${process.env.PATH}`, MYPYPATH: 'package/src' }
  let day: Workday
  beforeAll(async () => {
    day = await open('python')
    const generated = await day.run('package/generate', [join(day.directory, 'openapi.json')], env)
    expect(generated).not.toMatch(/WARNING|ERROR/)
  }, TIMEOUT_MS)
  afterAll(() => day.close())

  test(
    'is typed strictly, and does its work although each path fails once',
    async () => {
      expect(await day.run('mypy', ['--strict', '-p', 'mailproof'], env)).toMatch(/^Success/)
      expect(await day.run('mypy', ['--strict', 'use/use.py', 'use/repeat.py'], env)).toMatch(/^Success/)
      await expectUse(day, python, ['use/use.py'], { PYTHONPATH: 'package/src' })
    },
    TIMEOUT_MS,
  )

  test(
    'repeats what the typed client repeats, with the same keys',
    () => expectSameRepetitions(day, python, ['use/repeat.py'], { PYTHONPATH: 'package/src' }),
    TIMEOUT_MS,
  )
})

describeUnless(go ? undefined : 'CLIENTS_GO is not set', 'the package for Go', () => {
  let day: Workday
  beforeAll(async () => {
    day = await open('go')
    await day.run('package/generate', [join(day.directory, 'openapi.json')], { PATH: `${go}:${process.env.PATH}` })
  }, TIMEOUT_MS)
  afterAll(() => day.close())

  test(
    'passes go vet, and does its work although each path fails once',
    async () => {
      await day.run('go', ['-C', 'package', 'vet', './...'])
      await day.run('go', ['-C', 'use', 'vet', './...'])
      await expectUse(day, 'go', ['-C', 'use', 'run', '.'])
    },
    TIMEOUT_MS,
  )

  test(
    'repeats what the typed client repeats, with the same keys',
    () => expectSameRepetitions(day, 'go', ['-C', 'use', 'run', './repeat']),
    TIMEOUT_MS,
  )
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
