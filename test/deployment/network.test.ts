// The networks of docker-compose.yml, acted out with namespaces and real programs.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readCompose } from '../../testbed/composeFiles.js'
import { eventually } from '../../testbed/eventually.js'
import { ROOT, readText } from '../../testbed/files.js'
import { freePort } from '../../testbed/freePort.js'
import { compiled } from '../../testbed/service/compiled.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describeMongo } from '../support/describeMongo.js'
import { describePrograms } from './describePrograms.js'
import { createImageTree, type ImageTree } from './image.js'
import { containersOf } from './network/containers.js'
import type { Observations } from './network/observe.js'

/** Older ones lose the bodies of requests that they send again to another process. */
const CADDY = ['bash', '-c', 'caddy version | grep --quiet --extended-regexp "^v2\\.(1[0-9]|[2-9][0-9])\\."']
const PROGRAMS = [
  ['unshare', '--net', '--mount', 'ip', 'link', 'set', 'lo', 'up'],
  CADDY,
  ['unbound', '-V'],
  ['prometheus', '--version'],
  ['java', '-version'],
]

describeMongo('docker-compose.yml', () =>
  describePrograms('acted out on loopback', PROGRAMS, () => {
    let tree: ImageTree
    let observed: Observations
    beforeAll(async () => {
      tree = await createImageTree()
      const script = compiled('test/deployment/network/actOut.ts')
      const words = ['--net', '--mount', process.execPath, script, tree.root]
      const { stdout } = await promisify(execFile)('unshare', words, { maxBuffer: 64 * 1024 * 1024 })
      observed = JSON.parse(stdout.trim().split('\n').at(-1)!)
    }, 240_000)
    afterAll(() => tree.remove())

    test('the proxy forwards to both API processes, and a verification passes through resolver and stores', () => {
      expect(observed.verdict).toEqual({ status: 200, valid: true })
      expect(observed.balance).toHaveLength(2)
      for (const count of observed.balance) expect(count).toBeGreaterThan(0)
    })

    test('limits per client address see the caller, whatever X-Forwarded-For it forges', () => {
      expect(observed.creations).toEqual({ forging: [201, 201, 201, 429], other: 201 })
    })

    test('WebSockets pass through the proxy', () => {
      expect(observed.webSocket).toBe('connection_ack')
    })

    test('callers notice nothing when one API process stops', () => {
      expect(observed.whileStopping.length).toBeGreaterThanOrEqual(20)
      expect(new Set(observed.whileStopping)).toEqual(new Set([200]))
    })

    test('Prometheus finds and scrapes every process by its configuration, and loads every alert', () => {
      const processes = containersOf(readCompose('docker-compose.yml'), ['worker', 'api'])
      expect(observed.scraped).toEqual(processes.map(({ address }) => `${address}:9464`).sort())
      expect(observed.scraped).toHaveLength(4)
      expect(observed.alerts).toBe(readText('deploy/prometheus/alerts.yml').match(/^ +- alert:/gm)!.length)
    })

    test('the health checks of proxy, resolver and Prometheus succeed', () => {
      expect(observed.healthChecks).toEqual({ caddy: 0, prometheus: 0, unbound: 0 })
    })
  }),
)

describePrograms('the Caddyfile', [CADDY], () => {
  test.each([
    [':80', [':80']],
    ['verify.example.org', [':443']],
  ])('with SITE_ADDRESS=%s listens on %j; a host name turns on HTTPS', async (SITE_ADDRESS, ports) => {
    const words = ['adapt', '--config', `${ROOT}/deploy/caddy/Caddyfile`, '--adapter', 'caddyfile', '--validate']
    const home = tempDirectory()
    const env = { PATH: process.env.PATH, HOME: home.path, SITE_ADDRESS }
    const { stdout } = await promisify(execFile)('caddy', words, { env }).finally(home.remove)
    const { servers } = JSON.parse(stdout).apps.http
    const sites = (Object.values(servers) as { listen: string[]; automatic_https?: object }[]).filter(
      ({ listen }) => !listen.includes('127.0.0.1:2020'),
    )
    expect(sites.map(({ listen, automatic_https }) => ({ listen, automatic_https }))).toEqual([{ listen: ports }])
  })

  test('logs an error without what its request has in headers and query, such as keys', async () => {
    const home = tempDirectory()
    const [port, health, closed] = [await freePort(), await freePort(), await freePort()]
    const file = join(home.path, 'Caddyfile')
    const adapted = readText('deploy/caddy/Caddyfile')
      .replace(/dynamic a \{[^}]*\}/, `to 127.0.0.1:${closed}`)
      .replace('lb_try_duration 5s', '')
      .replace(/^:2020 /m, `:${health} `)
    writeFileSync(file, adapted)
    const env = { PATH: process.env.PATH, HOME: home.path, SITE_ADDRESS: `:${port}` }
    const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env })
    let logged = ''
    caddy.stderr.setEncoding('utf8').on('data', (text: string) => (logged += text))
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/v1/outcomes/from/ses?key=mpk_query`, { headers: { 'X-API-Key': 'mpk_header' } })
        .then(({ status }) => status)
        .catch(() => undefined)
    try {
      const status = await eventually(ask, (known) => known !== undefined)
      expect(status).toBe(502)
      await eventually(
        async () => logged,
        (text) => text.includes('http.log.error'),
      )
    } finally {
      caddy.kill('SIGKILL')
      await once(caddy, 'exit')
      home.remove()
    }
    expect(logged).toContain('/v1/outcomes/from/ses?…')
    expect(logged).not.toContain('mpk_')
  })
})
