import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { client } from '../../support/client.js'
import { readCompose } from '../../support/deployment/compose.js'
import { environmentOf, execFormOf, readDockerfile } from '../../support/deployment/dockerfile.js'
import { ROOT } from '../../support/deployment/files.js'
import { IMAGE_NODE } from '../../support/deployment/image.js'
import { eventually } from '../../support/eventually.js'
import { startStandIn } from '../../support/kurrentdb/server.js'
import { observe } from './checks.js'
import { startNames } from './dns.js'
import { emptyDirectory, endAll, forward, mountFiles, run, start } from './programs.js'

const API = ['172.30.53.130', '172.30.53.131']
const WORKERS = ['172.30.53.132', '172.30.53.133']
const MONGO = '172.30.53.140'
const KURRENTDB = '172.30.53.141'
const START_MS = 60_000

/**
 * Acts out docker-compose.yml on the loopback interface of the network namespace that this process was started in, with
 * the programs of this machine under the files that Compose mounts. The stores are stand-ins. Prints what was observed as
 * JSON. Argument: the root of the image's file tree.
 */
async function actOut(image: string) {
  const { services } = readCompose('docker-compose.yml')
  const { outer } = services.unbound!.networks as { outer: { ipv4_address: string } }
  const directory = mkdtempSync(join(tmpdir(), 'mailproof-network-'))
  const path = (name: string) => join(directory, name)

  run('ip', 'link', 'set', 'lo', 'up')
  for (const address of [outer.ipv4_address, ...API, ...WORKERS, MONGO, KURRENTDB])
    run('ip', 'address', 'add', `${address}/32`, 'dev', 'lo')
  writeFileSync(path('resolv.conf'), `nameserver ${outer.ipv4_address}\n`)
  run('mount', '--bind', path('resolv.conf'), '/etc/resolv.conf')
  // The resolver also stands for Docker's, and forwards to a server that stands for the internet without DNSSEC.
  const names = { api: API, mailproof: [...API, ...WORKERS], mongo: [MONGO], kurrentdb: [KURRENTDB] }
  const records = Object.entries(names).flatMap(([name, addresses]) =>
    addresses.map((address) => `  local-data: "${name}. 600 A ${address}"\n`),
  )
  const internet = await startNames('127.0.0.1')
  mkdirSync(path('local.d'))
  writeFileSync(
    path('local.d/test.conf'),
    `server:\n  do-not-query-localhost: no\n  domain-insecure: "."\n${records.join('')}forward-zone:\n  name: "."\n  forward-addr: 127.0.0.1@${internet}\n`,
  )
  emptyDirectory('/etc/unbound', ['local.d'], ['unbound.conf'])
  mountFiles(services.unbound!, { '/etc/unbound/local.d': path('local.d') })
  start(execFormOf(readDockerfile('deploy/unbound/Dockerfile').at(-1)!, 'ENTRYPOINT'), {})

  const mongo = start([join(ROOT, 'test/support/mongo/serve')], { env: { ...(process.env as Record<string, string>) } })
  const [url] = await once(mongo.stdout!.setEncoding('utf8'), 'data')
  forward(MONGO, 27_017, Number(new URL(url).port))
  const kurrentdb = await startStandIn()
  forward(KURRENTDB, 2_113, Number(kurrentdb.address().split(':')[1]))

  const stage = readDockerfile('Dockerfile').at(-1)!
  const [, ...words] = execFormOf(stage, 'ENTRYPOINT')
  const startProcess = (name: 'api' | 'worker', address: string) => {
    const env = {
      ...environmentOf(stage),
      ...services[name]!.environment,
      // What one loopback interface and the stand-in cannot have.
      HOST: address,
      MONGODB_URL: 'mongodb://mongo:27017/mailproof',
      SECRET_KEY_FILE: path('secret_key'),
      DATA_DIR: path('data'),
      // As from .env.
      ACCOUNT_CREATIONS_PER_HOUR: '3',
      LOG_LEVEL: 'warn',
    }
    return start([IMAGE_NODE, ...words, ...execFormOf(stage, 'CMD')], { cwd: join(image, 'app'), env })
  }
  writeFileSync(path('secret_key'), randomBytes(32).toString('base64'))
  const processes = [
    ...WORKERS.map((address) => startProcess('worker', address)),
    ...API.map((address) => startProcess('api', address)),
  ]

  mountFiles(services.caddy!)
  const home = { HOME: directory, PATH: process.env.PATH! }
  start(['caddy', 'run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile'], {
    env: { ...home, ...services.caddy!.environment },
  })
  mountFiles(services.prometheus!)
  const options = services.prometheus!.command!.map((option) => option.replace(/=\/prometheus$/, `=${path('metrics')}`))
  start(['prometheus', ...options, '--log.level=error'], { env: home })

  const { request, close } = client('http://127.0.0.1:80')
  await eventually(
    () => request('GET', '/health/ready').catch(() => undefined),
    (answer) => answer?.status === 200,
    START_MS,
  )
  close()
  return observe({ apis: API, oneApi: processes.at(-1)! })
}

try {
  process.stdout.write(`${JSON.stringify(await actOut(process.argv[2]!))}\n`)
} finally {
  endAll()
}
process.exit()
