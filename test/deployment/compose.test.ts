import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { describeSettings, type Environment, loadConfig } from '../../src/config.js'

interface Service {
  readonly build?: string
  readonly environment?: { readonly [name: string]: string }
  readonly networks: readonly string[]
  readonly ports?: readonly string[]
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: { readonly [service: string]: { readonly condition: string } }
  readonly healthcheck?: { readonly test: string | readonly string[] }
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly deploy?: { readonly replicas: number }
}

interface Compose {
  readonly services: { readonly [name: string]: Service }
  readonly networks: object
  readonly volumes: object
  readonly secrets: { readonly [name: string]: { readonly file: string } }
}

const fileOf = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const compose = parse(fileOf('docker-compose.yml'), { merge: true }) as Compose
const openapi = parse(fileOf('schema/openapi.yaml')) as { paths: object }
const services = Object.entries(compose.services)
const ours = services.filter(([, { build }]) => build !== undefined)
/** Substitutes variables as Compose does when none is set. */
const filledIn = (value: string): string => value.replace(/\$\{\w+:-([^}]*)\}/g, '$1')

test('the cluster has two API processes, two workers, a log and a database', () => {
  expect(services.map(([name, { deploy }]) => [name, deploy?.replicas ?? 1])).toEqual([
    ['api', 2],
    ['worker', 2],
    ['kurrentdb', 1],
    ['mongo', 1],
  ])
})

test.each(ours)(
  'every variable of %s is a setting, and the program accepts them together',
  (_name, { environment }) => {
    const known = describeSettings({}).map(({ name }) => name)
    for (const name of Object.keys(environment!)) expect(known).toContain(name.replace(/_FILE$/, ''))
    const given: { [name: string]: string } = {}
    for (const [name, value] of Object.entries(environment!)) given[name] = filledIn(value)
    const { SECRET_KEY_FILE: path, ...rest } = given
    expect(path).toBe('/run/secrets/secret_key')
    const secret: Environment = { SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }
    const config = loadConfig({ ...rest, ...secret })
    expect(config.ROLE).toBe(_name)
    expect(config.KURRENTDB_URL).toBeDefined()
    expect(config.MONGODB_URL).toBeDefined()
  },
)

test.each(ours)(
  'the metrics of %s are reachable only inside the network',
  (_name, { environment, networks, ports = [] }) => {
    const port = environment!.METRICS_PORT
    expect(port).toMatch(/^\d+$/)
    expect(networks).toContain('inner')
    for (const published of ports) expect(published).not.toContain(port)
  },
)

test('Prometheus scrapes every process that serves metrics, by its Compose service name', () => {
  const { scrape_configs: scraped } = parse(fileOf('grafana/prometheus.yml'))
  const [discovered] = scraped[0].dns_sd_configs
  expect(discovered.names).toEqual(ours.map(([name]) => name))
  for (const [, { environment }] of ours) expect(environment!.METRICS_PORT).toBe(String(discovered.port))
})

test.each(ours)('the health check of %s requests an existing path', (_name, { healthcheck }) => {
  const [, path] = /http:\/\/127\.0\.0\.1:8080(\/[\w/]+)/.exec([healthcheck!.test].flat().join(' '))!
  expect(Object.keys(openapi.paths)).toContain(path)
})

test.each(ours)(
  '%s does not run as root, has a read-only file system, and drops all capabilities',
  (_name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(fileOf('Dockerfile')).toMatch(/^USER nonroot$/m)
  },
)

test('the stores are reachable only inside the network', () => {
  for (const name of ['kurrentdb', 'mongo']) {
    expect(compose.services[name]).toMatchObject({ networks: ['inner'] })
    expect(compose.services[name]!.ports).toBeUndefined()
  }
  expect(compose.networks).toMatchObject({ inner: { internal: true } })
})

test.each(services)(
  'everything %s refers to is defined',
  (_name, { networks, secrets = [], volumes = [], depends_on = {}, healthcheck }) => {
    for (const network of networks) expect(Object.keys(compose.networks)).toContain(network)
    for (const secret of secrets) expect(Object.keys(compose.secrets)).toContain(secret)
    for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
    for (const [other, { condition }] of Object.entries(depends_on)) {
      expect(condition).toBe('service_healthy')
      expect(compose.services[other]?.healthcheck).toBeDefined()
    }
    for (const word of [healthcheck!.test].flat()) expect(typeof word).toBe('string')
  },
)

test('the image has a data directory, owned by the user that the program runs as', () => {
  const [, user] = /^USER (\w+)$/m.exec(fileOf('Dockerfile'))!
  const [, directory] = /\bDATA_DIR=(\S+)$/m.exec(fileOf('Dockerfile'))!
  expect(fileOf('Dockerfile')).toMatch(new RegExp(`^COPY .*--chown=${user}:${user} \\S+ ${directory}$`, 'm'))
})

test('the repository contains no secret', () => {
  expect(fileOf('.gitignore').split('\n')).toContain('secrets/')
  for (const { file } of Object.values(compose.secrets)) expect(file).toMatch(/^\.\/secrets\//)
})

test('the image contains every file that the program reads, and no local file', () => {
  const [first, ...kept] = fileOf('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(first).toBe('*')
  for (const source of ['src', 'schema', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']) {
    expect(kept).toContain(`!${source}`)
    expect(fileOf('Dockerfile')).toContain(source)
  }
})
