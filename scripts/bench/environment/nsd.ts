import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createResolver } from '../../../src/adapters/dns/resolver.js'
import { freePort } from '../../../testbed/freePort.js'
import { stopChild } from './childProcess.js'

const NSD = '/usr/sbin/nsd'
const ZONE = 'mailbench.net'
const START_TIMEOUT_MS = 60_000

export const isNsdInstalled = existsSync(NSD)

/** Starts the name server NSD with one zone of the names `n0` to `n<names - 1>`, each with its own mail exchange. */
export async function startNsd(directory: string, names: number): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort()
  const records = Array.from(
    { length: names },
    (_, index) => `n${index} MX 10 mx.n${index}\nmx.n${index} A 93.184.215.14`,
  )
  await writeFile(
    join(directory, 'zone'),
    `$ORIGIN ${ZONE}.\n$TTL 86400\n@ SOA ns h 1 2 3 4 5\n@ NS ns\n${records.join('\n')}\n`,
  )
  await writeFile(join(directory, 'nsd.conf'), configuration(directory, port))
  const child = spawn(NSD, ['-d', '-c', join(directory, 'nsd.conf')], { stdio: 'ignore' })
  const resolver = createResolver({ servers: [{ address: '127.0.0.1', port }], timeoutMs: 500 })
  for (const startedAt = Date.now(); (await resolver.mx(`n0.${ZONE}`)).outcome !== 'found'; await sleep(100)) {
    if (child.exitCode !== null || Date.now() - startedAt > START_TIMEOUT_MS) throw new Error('NSD did not start.')
  }
  await resolver.close()
  return { port, stop: () => stopChild(child) }
}

const configuration = (directory: string, port: number): string => `
server:
  ip-address: 127.0.0.1@${port}
  server-count: 1
  receive-buffer-size: 8388608
  send-buffer-size: 8388608
  username: ""
  chroot: ""
  zonesdir: "${directory}"
  pidfile: "${directory}/nsd.pid"
  xfrdir: "${directory}"
  xfrdfile: ""
  zonelistfile: "${directory}/zones.list"
  logfile: "${directory}/nsd.log"
  rrl-ratelimit: 0
  rrl-whitelist-ratelimit: 0
remote-control:
  control-enable: no
zone:
  name: ${ZONE}
  zonefile: zone
`
