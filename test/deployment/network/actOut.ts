// Runs the services of docker-compose.yml in network namespaces, and reports what checks observe.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../../testbed/callers/client.js'
import { type ComposeService, readCompose } from '../../../testbed/composeFiles.js'
import { eventually } from '../../../testbed/eventually.js'
import { ROOT } from '../../../testbed/files.js'
import { startStandIn } from '../../../testbed/stores/kurrentdb/server.js'
import { environmentOf, execFormOf, readDockerfile } from '../dockerfile.js'
import { IMAGE_NODE } from '../image.js'
import { type Container, containersOf } from './containers.js'
import { internetNames, startNames } from './dns.js'
import { observe } from './observe.js'
import { coverEtc, coverWithMemory, endAll, forward, mountFiles, run, start } from './programs.js'

const START_MS = 90_000
/** More than fail_duration in the Caddyfile, after which the proxy tries a process again that refused a connection. */
const PROXY_FORGETS_MS = 3_000

const compose = readCompose('docker-compose.yml')
const { services } = compose
const resolver = (services.unbound!.networks as { outer: { ipv4_address: string } }).outer.ipv4_address
const directory = mkdtempSync(join(tmpdir(), 'mailproof-network-'))
const path = (name: string) => join(directory, name)

/**
 * Acts out docker-compose.yml on the loopback interface of the network namespace that this process was started in, with
 * the programs of this machine under the files that Compose mounts. The stores are stand-ins. Prints what was observed as
 * JSON. Argument: the root of the image's file tree.
 */
async function actOut(image: string) {
  const containers = containersOf(compose, ['worker', 'api', 'mongo', 'kurrentdb'])
  const addressesOf = (service: string) =>
    containers.filter((container) => container.service === service).map(({ address }) => address)

  run('ip', 'link', 'set', 'lo', 'up')
  for (const address of [resolver, ...containers.map((container) => container.address)])
    run('ip', 'address', 'add', `${address}/32`, 'dev', 'lo')
  coverEtc(path('etc'))
  await startResolver(containers)
  await startStores(addressesOf('mongo')[0]!, addressesOf('kurrentdb')[0]!)
  const processes = startProcesses(
    image,
    containers.filter(({ service }) => service === 'worker' || service === 'api'),
  )
  startProxy()
  startPrometheus()

  // The proxy answers as soon as one API process does, and leaves out one that was not ready for two seconds more.
  for (const url of [...addressesOf('api').map((address) => `http://${address}:8080`), 'http://127.0.0.1:80']) {
    const { request, close } = client(url)
    await eventually(
      () => request('GET', '/health/ready').catch(() => undefined),
      (answer) => answer?.status === 200,
      START_MS,
    )
    close()
  }
  await sleep(PROXY_FORGETS_MS)
  return observe({
    apis: addressesOf('api'),
    oneApi: processes.at(-1)!,
    processes: processes.length,
    healthChecks: {
      caddy: wordsOf(services.caddy!),
      prometheus: wordsOf(services.prometheus!),
      unbound: execFormOf(readDockerfile('deploy/unbound/Dockerfile').at(-1)!, 'HEALTHCHECK'),
    },
  })
}

const wordsOf = ({ healthcheck }: ComposeService): string[] => (healthcheck!.test as readonly string[]).slice(1)

/** unbound also stands for Docker's DNS, and forwards to a server that stands for the internet without DNSSEC. */
async function startResolver(containers: readonly Container[]): Promise<void> {
  const records = containers.flatMap(({ names, address }) =>
    names.map((name) => `  local-data: "${name}. 600 A ${address}"\n`),
  )
  const { port: internet } = await startNames(internetNames, '127.0.0.1')
  mkdirSync(path('local.d'))
  writeFileSync(
    path('local.d/test.conf'),
    `server:
  do-not-query-localhost: no
  domain-insecure: "."
  # A query that the server holds back is not repeated.
  infra-cache-min-rtt: 9000
${records.join('')}forward-zone:
  name: "."
  forward-addr: 127.0.0.1@${internet}
`,
  )
  for (const target of services.unbound!.tmpfs!) coverWithMemory(target.split(':')[0]!)
  mountFiles(services.unbound!, { '/etc/unbound/local.d': path('local.d') })
  writeFileSync('/etc/resolv.conf', `nameserver ${resolver}\n`)
  start(execFormOf(readDockerfile('deploy/unbound/Dockerfile').at(-1)!, 'ENTRYPOINT'), {})
}

async function startStores(mongoAt: string, kurrentdbAt: string): Promise<void> {
  const mongo = start([join(ROOT, 'testbed/stores/mongo/serve')], {
    env: { ...(process.env as Record<string, string>) },
  })
  const [url] = await once(mongo.stdout!.setEncoding('utf8'), 'data')
  forward(mongoAt, 27_017, Number(new URL(url).port))
  const kurrentdb = await startStandIn()
  forward(kurrentdbAt, 2_113, Number(kurrentdb.address().split(':')[1]))
}

function startProcesses(image: string, containers: readonly Container[]) {
  const stage = readDockerfile('Dockerfile').at(-1)!
  const [, ...words] = execFormOf(stage, 'ENTRYPOINT')
  // As in .env.
  const dotenv = { ACCOUNT_CREATIONS_PER_HOUR: '3', LOG_LEVEL: 'warn' }
  writeFileSync(path('secret_key'), randomBytes(32).toString('base64'))
  return containers.map(({ service, address }) => {
    const environment = services[service]!.environment!
    const mongo = new URL(environment.MONGODB_URL!)
    // The stand-in is no replica set.
    mongo.searchParams.delete('replicaSet')
    const env = {
      ...environmentOf(stage),
      ...dotenv,
      ...environment,
      MONGODB_URL: String(mongo),
      // One interface has the addresses of all containers, and one file system their files.
      HOST: address,
      SECRET_KEY_FILE: path('secret_key'),
      DATA_DIR: path('data'),
    }
    return start([IMAGE_NODE, ...words, ...execFormOf(stage, 'CMD')], { cwd: join(image, 'app'), env })
  })
}

function startProxy(): void {
  mountFiles(services.caddy!)
  start(['caddy', 'run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile'], {
    env: { HOME: directory, PATH: process.env.PATH!, ...services.caddy!.environment },
  })
}

function startPrometheus(): void {
  mountFiles(services.prometheus!)
  const options = services.prometheus!.command!.map((option) => option.replace(/=\/prometheus$/, `=${path('metrics')}`))
  start(['prometheus', ...options, '--log.level=error'], { env: { HOME: directory, PATH: process.env.PATH! } })
}

try {
  process.stdout.write(`${JSON.stringify(await actOut(process.argv[2]!))}\n`)
} finally {
  endAll()
}
process.exit()
