// What is in the image, and that it runs.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { client } from '../../testbed/callers/client.js'
import { eventually } from '../../testbed/eventually.js'
import { readText } from '../../testbed/files.js'
import { freePort } from '../../testbed/freePort.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { environmentOf, execFormOf, readDockerfile } from './dockerfile.js'
import { createImageTree, IMAGE_NODE, type ImageTree } from './image.js'

const image = readDockerfile('Dockerfile').at(-1)!
let tree: ImageTree
let data: ReturnType<typeof tempDirectory>
let environment: { readonly [name: string]: string }
let service: ChildProcess
let collector: Server
/** Requests with traces that a collector has received. */
const exported: string[] = []

/** The words of an instruction, with the Node of these tests instead of the image's. */
const words = (instruction: string): string[] => {
  const [node, ...rest] = execFormOf(image, instruction)
  expect(node).toBe('/nodejs/bin/node')
  return rest
}

/** Runs one command of the image to its end. */
const run = (args: readonly string[]) =>
  spawnSync(IMAGE_NODE, args, { cwd: join(tree.root, 'app'), env: environment, encoding: 'utf8' })

beforeAll(async () => {
  tree = await createImageTree()
  data = tempDirectory()
  collector = createServer((request, response) => {
    exported.push(`${request.method} ${request.url}`)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  // What the image sets, with free places for the volume and the port, and with traces.
  environment = {
    ...environmentOf(image),
    DATA_DIR: data.path,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    LOG_LEVEL: 'error',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  }
  const [command] = execFormOf(image, 'CMD')
  service = spawn(IMAGE_NODE, [...words('ENTRYPOINT'), command!], {
    cwd: join(tree.root, 'app'),
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(service.stdout!, 'data')
})
afterAll(async () => {
  service.kill('SIGKILL')
  collector.close()
  data.remove()
  await tree.remove()
})

describe('the image', () => {
  test('contains the program, its contracts, its licences and the packages of production, and no others', () => {
    const { dependencies, devDependencies } = JSON.parse(readText('package.json'))
    for (const name of Object.keys(dependencies))
      expect(existsSync(join(tree.root, 'app/node_modules', name))).toBe(true)
    for (const name of ['jest', 'typescript', '@biomejs/biome', 'tsx']) {
      expect(Object.keys(devDependencies)).toContain(name)
      expect(existsSync(join(tree.root, 'app/node_modules', name))).toBe(false)
    }
    for (const name of ['LICENSE', 'THIRD-PARTY-NOTICES.md', 'package-lock.json', 'schema/openapi.generated.json'])
      expect(existsSync(join(tree.root, 'app', name))).toBe(true)
  })

  test('answers, with GraphQL and the pages', async () => {
    const { request, close } = client(`http://127.0.0.1:${environment.PORT}`)
    const { body } = await request('POST', '/v1/accounts/create', { body: { email: 'ada@example.org' } })
    const verified = await request('POST', '/v1/verify', { key: body.api_key, body: { email: 'no domain' } })
    expect(verified.status).toBe(200)
    const answer = await request('POST', '/graphql', { body: { query: '{ __typename }' } })
    expect({ status: answer.status, errors: answer.body.errors }).toEqual({ status: 200, errors: undefined })
    for (const path of ['/', '/dashboard', '/docs', '/graphql']) {
      const page = await fetch(`http://127.0.0.1:${environment.PORT}${path}`, { headers: { accept: 'text/html' } })
      expect({ path, status: page.status }).toEqual({ path, status: 200 })
      expect(await page.text()).toContain('<!doctype html>')
    }
    close()
  })

  test('exports traces without the packages of the OpenTelemetry SDK', async () => {
    expect(readdirSync(join(tree.root, 'app/node_modules/@opentelemetry'))).toEqual(['api'])
    expect(readFileSync(join(tree.root, 'app/dist/observability/tracing/opentelemetry.licenses.md'), 'utf8')).toContain(
      '@opentelemetry/exporter-trace-otlp-http',
    )
    await eventually(
      () => exported,
      (requests) => requests.length > 0,
    )
    expect(new Set(exported)).toEqual(new Set(['POST /v1/traces']))
  })

  test('contains no source maps, no types and no binaries for another C library', () => {
    const names = readdirSync(join(tree.root, 'app/node_modules'), { recursive: true }).map(String)
    expect(names.length).toBeGreaterThan(1_000)
    expect(names.filter((name) => /\.(map|d\.[cm]?ts)$|-musl\/.*\.node$/.test(name))).toEqual([])
  })

  test('is healthy while the service answers', async () => {
    await eventually(
      () => run(words('HEALTHCHECK')).status,
      (status) => status === 0,
    )
  })

  test('runs operator commands beside the service', () => {
    const { status, stdout } = run([...words('ENTRYPOINT'), 'accounts', 'find', 'ada@example.org'])
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('ada@example.org') })
  })

  test('is unhealthy once the service has stopped, and stops gracefully', async () => {
    service.kill('SIGTERM')
    const [code] = await once(service, 'exit')
    expect(code).toBe(0)
    expect(run(words('HEALTHCHECK')).status).toBe(1)
    expect(readFileSync(join(data.path, 'secret.key'), 'utf8')).not.toBe('')
  })
})
