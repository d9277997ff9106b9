// The resolver of the Compose files carries the service's load.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createResolver } from '../../src/adapters/dns/resolver.js'
import type { Resolver } from '../../src/kernel/ports/resolver.js'
import { eventually } from '../../testbed/eventually.js'
import { readText } from '../../testbed/files.js'
import { freePort } from '../../testbed/freePort.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describePrograms } from './describePrograms.js'
import { internetNames, startNames } from './network/dns.js'

const LOOKUPS = 2_000
/** The number of queries that Docker's own resolver forwards at a time. */
const DOCKER_LIMIT = 1_024
/** The longest time for which the authoritative server holds its answers until more than that many wait for one. */
const MAX_HELD_MS = 2_000
const START_MS = 60_000

describePrograms('the resolver of the Compose files', [['unbound', '-V']], () => {
  const directory = tempDirectory()
  let authoritative: Awaited<ReturnType<typeof startNames>>
  let unbound: ChildProcess
  let resolver: Resolver
  /** Names whose query the authoritative server has received and not answered yet. */
  const pending = new Set<string>()
  let mostPending = 0
  let release = () => {}
  const crowded = new Promise<void>((resolve) => {
    release = resolve
  })

  beforeAll(async () => {
    authoritative = await startNames(async (name, type) => {
      pending.add(name)
      mostPending = Math.max(mostPending, pending.size)
      if (mostPending > DOCKER_LIMIT) release()
      if (name.startsWith('host-')) await Promise.race([crowded, sleep(MAX_HELD_MS)])
      pending.delete(name)
      return internetNames(name, type)
    }, '127.0.0.1')
    const port = await freePort()
    const file = configure(directory.path, { port, authoritative: authoritative.port })
    unbound = spawn('unbound', ['-d', '-c', file], { stdio: 'ignore' })
    resolver = createResolver({ servers: [{ address: '127.0.0.1', port }], timeoutMs: 30_000 })
    await eventually(
      () => resolver.mx('ready.mailproof.net'),
      ({ outcome }) => outcome === 'found',
      START_MS,
    )
  })

  afterAll(async () => {
    await resolver.close()
    unbound.kill()
    await once(unbound, 'exit')
    authoritative.close()
    directory.remove()
  })

  test('answers 2,000 lookups of different names at the same time', async () => {
    const names = Array.from({ length: LOOKUPS }, (_, index) => `host-${index}.mailproof.net`)
    const answers = await Promise.all(names.map((name) => resolver.mx(name)))
    expect(answers.filter(({ outcome }) => outcome !== 'found')).toEqual([])
    expect(mostPending).toBeGreaterThan(DOCKER_LIMIT)
  })
})

/** The configuration of the Compose files, with loopback addresses and paths of the test. @returns its path */
function configure(directory: string, { port, authoritative }: { port: number; authoritative: number }): string {
  const replacements: readonly (readonly [string, string])[] = [
    ['interface: 0.0.0.0', 'interface: 127.0.0.1'],
    ['port: 53', `port: ${port}`],
    ['directory: "/etc/unbound"', `directory: "${directory}"`],
    ['/run/unbound.ctl', `${directory}/unbound.ctl`],
    ['/etc/unbound/local.d', `${directory}/local.d`],
  ]
  let text = readText('deploy/unbound/unbound.conf')
  for (const [before, after] of replacements) {
    if (!text.includes(before)) throw new Error(`unbound.conf has no ${before}.`)
    text = text.replace(before, after)
  }
  mkdirSync(`${directory}/local.d`)
  // Stands for the internet, without DNSSEC.
  writeFileSync(
    `${directory}/local.d/forward.conf`,
    `server:
  do-not-query-localhost: no
  domain-insecure: "mailproof.net"
forward-zone:
  name: "."
  forward-addr: 127.0.0.1@${authoritative}
`,
  )
  writeFileSync(`${directory}/unbound.conf`, text)
  return `${directory}/unbound.conf`
}
