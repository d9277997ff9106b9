import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { compiled } from '../support/compiled.js'
import { describePrograms } from '../support/deployment/describePrograms.js'
import { createImageTree, type ImageTree } from '../support/deployment/image.js'
import { describeMongo } from '../support/mongo/describeMongo.js'
import type { Observations } from './network/checks.js'

const PROGRAMS = [
  ['unshare', '--net', '--mount', 'ip', 'link', 'set', 'lo', 'up'],
  // Older ones lose the bodies of requests that they send again to another process.
  ['bash', '-c', 'caddy version | grep --quiet --extended-regexp "^v2\\.(1[0-9]|[2-9][0-9])\\."'],
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

    test('Prometheus finds and scrapes every process by its configuration', () => {
      expect(observed.scraped).toEqual(['130', '131', '132', '133'].map((last) => `172.30.53.${last}:9464`))
    })
  }),
)
