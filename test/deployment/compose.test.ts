// The Compose files, .env.example and the image are valid, complete and safe, and agree with each other.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { DCLinter } from 'dclint'
import { parse } from 'yaml'
import { findMisspelledSettings } from '../../src/cli/misspelledSettings.js'
import { loadConfig, SETTING_NAMES } from '../../src/config.js'
import {
  COMPOSE_FILES,
  type ComposeService,
  mountsOf,
  networksOf,
  OWN_SETTINGS,
  readCompose,
  SHARED_FILE,
  variablesOf,
} from '../../testbed/composeFiles.js'
import { ROOT, readText } from '../../testbed/files.js'
import { copiesOf, readDockerfile, textsOf } from './dockerfile.js'

/** Problems that a linter of Compose files must not find; style is left to us. */
const RULES = {
  'no-build-and-image': 0,
  'no-duplicate-container-names': 2,
  'no-duplicate-exported-ports': 2,
  'no-unbound-port-interfaces': 0,
  'no-version-field': 2,
  'require-quotes-in-ports': 0,
  'service-image-require-explicit-tag': 0,
  'services-alphabetical-order': 0,
  'service-keys-order': 0,
} as const

const isOurs = ({ image }: ComposeService): boolean => image.startsWith('mailproof:')
const openapi = parse(readText('schema/openapi.yaml')) as { paths: object }

test.each([...COMPOSE_FILES, SHARED_FILE])('%s is valid by the Compose specification', (file) => {
  const [result] = new DCLinter({ rules: RULES, quiet: false, debug: false, exclude: [] }).lintFiles(
    [join(ROOT, file)],
    false,
  )
  expect(result!.filePath).toContain(file)
  const messages: readonly { readonly type: string }[] = result!.messages
  expect(messages.filter(({ type }) => type === 'error')).toEqual([])
})

test('the cluster has two API processes, two workers, a log, a database, a proxy and a resolver', () => {
  const services = Object.entries(readCompose('docker-compose.yml').services)
  const always = services.filter(([, { profiles }]) => profiles === undefined)
  expect(Object.fromEntries(always.map(([name, { deploy }]) => [name, Number(deploy?.replicas ?? 1)]))).toEqual({
    secret: 1,
    api: 2,
    worker: 2,
    kurrentdb: 1,
    mongo: 1,
    caddy: 1,
    unbound: 1,
  })
})

test('the deployment of one machine has one process, a proxy and a resolver', () => {
  const services = Object.entries(readCompose('compose.embedded.yml').services)
  expect(services.filter(([, { profiles }]) => !profiles).map(([name]) => name)).toEqual([
    'caddy',
    'unbound',
    'mailproof',
  ])
})

describe.each(COMPOSE_FILES)('%s', (file) => {
  const compose = readCompose(file)
  const services = Object.entries(compose.services)
  const ours = services.filter(([, service]) => isOurs(service))
  const serving = ours.filter(([name]) => name !== 'secret')

  test('builds the image once, and never pulls it from a registry', () => {
    for (const image of new Set(services.map(([, service]) => service.image))) {
      const users = services.filter(([, service]) => service.image === image)
      const builders = users.filter(([, { build }]) => build)
      expect({ image, builders: builders.length }).toEqual({ image, builders: image.startsWith('mailproof') ? 1 : 0 })
      for (const [name, { build, pull_policy }] of users)
        if (image.startsWith('mailproof') && !build)
          expect({ name, pull_policy }).toEqual({ name, pull_policy: 'never' })
    }
  })

  test.each(serving)('every setting in .env reaches %s', (_name, { env_file, environment = {} }) => {
    expect(env_file).toEqual([{ path: '.env', required: false }])
    for (const name of Object.keys(environment)) expect(SETTING_NAMES).toContain(name)
  })

  test.each(serving)('the program accepts the settings of %s', (name, { environment = {} }) => {
    const { SECRET_KEY_FILE: _path, ...settings } = environment
    const secret = { SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }
    const config = loadConfig({ ...settings, ...secret })
    expect(config.ROLE).toBe(name === 'mailproof' ? 'all' : name)
    expect(config.MONGODB_URL !== undefined).toBe(file === 'docker-compose.yml')
    expect(config.TRUST_PROXY).toBe('1')
  })

  test('no variable of Compose is mistaken for a misspelled setting', () => {
    const names = variablesOf(file).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(10)
    expect(findMisspelledSettings(names.filter((name) => !SETTING_NAMES.includes(name)))).toEqual([])
  })

  test('a variable has the same default everywhere', () => {
    const defaults = new Map<string, string>()
    for (const { name, value } of variablesOf(file)) {
      expect({ name, value: defaults.get(name) ?? value }).toEqual({ name, value })
      defaults.set(name, value)
    }
  })

  test.each(serving)('the metrics of %s are reachable only inside the network, by one name', (_name, service) => {
    expect(service.environment!.METRICS_PORT).toMatch(/^\d+$/)
    expect(networksOf(service)).toEqual(['inner', 'outer'])
    expect(service.ports).toBeUndefined()
    const [mailproof] = prometheusJobs().filter(({ job_name }) => job_name === 'mailproof')
    expect(mailproof!.dns_sd_configs).toMatchObject([
      { names: ['mailproof'], type: 'A', port: Number(service.environment!.METRICS_PORT) },
    ])
    expect(namesOn('inner')).toContain('mailproof')
  })

  test('the proxy forwards to a name that the API processes have', () => {
    const [, name] = /dynamic a \{\s+name (\S+)/.exec(readText('deploy/caddy/Caddyfile'))!
    expect(namesOn('outer')).toContain(name)
    const [, port] = /dynamic a \{[^}]*port (\S+)/.exec(readText('deploy/caddy/Caddyfile'))!
    for (const [, { environment }] of serving) expect(environment!.PORT).toBe(port)
  })

  test('the resolver has a fixed address, which no other container can get', () => {
    const [{ subnet, ip_range }] = compose.networks.outer.ipam.config
    const { outer } = compose.services.unbound!.networks as { outer: { ipv4_address: string } }
    expect(subnet).toMatch(/\.0\/24$/)
    expect(ip_range).toMatch(/\.128\/25$/)
    expect(outer.ipv4_address).toBe(subnet.replace('.0/24', '.2'))
    for (const [, { environment }] of serving) expect(environment!.DNS_SERVERS).toBe(outer.ipv4_address)
  })

  test.each(services)('%s has a bounded log, bounded memory and no way to more privileges', (name, service) => {
    expect(service.logging).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } })
    expect(service.restart).toBe(name === 'secret' ? 'no' : 'unless-stopped')
    if (name !== 'secret') expect(service.deploy!.resources.limits.memory).toMatch(/^\d+[mg]$/)
    if (!['kurrentdb', 'mongo'].includes(name))
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  })

  test.each(services)(
    'every path of the checkout that %s mounts exists, and is mounted read-only',
    (_name, service) => {
      for (const { source, mode } of mountsOf(service).filter((mount) => mount.source.startsWith('.')))
        expect({ source, exists: existsSync(join(ROOT, source)), mode }).toEqual({ source, exists: true, mode: 'ro' })
    },
  )

  test.each(services)('everything that %s refers to is defined', (_name, service) => {
    for (const network of networksOf(service)) expect(Object.keys(compose.networks)).toContain(network)
    for (const { source } of mountsOf(service).filter((mount) => !mount.source.startsWith('.')))
      expect(Object.keys(compose.volumes)).toContain(source)
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {}))
      expect(condition).toBe(other === 'secret' ? 'service_completed_successfully' : 'service_healthy')
  })

  test.each(services)('%s has a health check, its own or that of its image', (name, service) => {
    const dockerfile = isOurs(service) ? 'Dockerfile' : name === 'unbound' ? 'deploy/unbound/Dockerfile' : undefined
    if (dockerfile) expect(textsOf(readDockerfile(dockerfile).at(-1)!, 'HEALTHCHECK')).toHaveLength(1)
    else for (const word of [service.healthcheck!.test].flat()) expect(typeof word).toBe('string')
  })

  test('only the proxy and the monitoring publish ports, on the loopback address unless configured otherwise', () => {
    for (const [name, { ports }] of services) {
      expect(ports !== undefined).toBe(['caddy', 'prometheus', 'grafana'].includes(name))
      for (const port of ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+(\/udp)?$/)
    }
  })

  /** Names that Docker's DNS has on a network. */
  const namesOn = (network: string): string[] =>
    services.flatMap(([name, { networks = [] }]) => {
      if (Array.isArray(networks)) return networks.includes(network) ? [name] : []
      const joined = networks as Exclude<ComposeService['networks'], readonly string[] | undefined>
      return network in joined ? [name, ...(joined[network]?.aliases ?? [])] : []
    })
})

interface Job {
  readonly job_name: string
  readonly dns_sd_configs?: readonly object[]
}

const prometheusJobs = (): Job[] => parse(readText('deploy/prometheus/prometheus.yml')).scrape_configs

test('the stores are reachable only inside the network', () => {
  const { services, networks } = readCompose('docker-compose.yml')
  for (const name of ['kurrentdb', 'mongo']) expect(services[name]).toMatchObject({ networks: ['inner'] })
  expect(networks.inner).toEqual({ internal: true })
})

test('KurrentDB neither indexes nor projects what mailproof does not read', () => {
  expect(readCompose('docker-compose.yml').services.kurrentdb!.environment).toMatchObject({
    KURRENTDB__SECONDARY_INDEXING__ENABLED: 'false',
    KURRENTDB_RUN_PROJECTIONS: 'None',
  })
})

test('no process of the service has the root key in its environment', () => {
  const { services } = readCompose('docker-compose.yml', { SECRET_KEY: 'from .env' })
  for (const name of ['api', 'worker'])
    expect(services[name]!.environment).toMatchObject({ SECRET_KEY: '', SECRET_KEY_FILE: '/secrets/secret_key' })
  expect(services.secret!.environment).toEqual({ SECRET_KEY: 'from .env' })
})

describe('.env.example', () => {
  const lines = readText('.env.example').split('\n')
  const variables = new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^#([A-Z_]+)=(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value!] as const]
    }),
  )
  const compose = COMPOSE_FILES.flatMap(variablesOf)
  /** Set by the Compose files for every process. */
  const fixed = ['HOST', 'PORT', 'DATA_DIR', 'ROLE', 'METRICS_PORT']

  test('names every variable of the Compose files and every setting, and nothing else', () => {
    const settings = OWN_SETTINGS.filter((name) => !fixed.includes(name))
    expect([...variables.keys()].sort()).toEqual([...new Set([...compose.map(({ name }) => name), ...settings])].sort())
    for (const file of COMPOSE_FILES)
      for (const [, service] of Object.entries(readCompose(file).services))
        if (service.env_file) expect(Object.keys(service.environment!)).toEqual(expect.arrayContaining(fixed))
  })

  test('shows the defaults of the Compose files', () => {
    const examples = ['SITE_ADDRESS', 'HTTP_BIND', 'HTTPS_BIND']
    const ofCompose = compose.filter(({ name }) => !SETTING_NAMES.includes(name) && !examples.includes(name))
    expect(ofCompose.length).toBeGreaterThan(20)
    const known = new Map<string, string[]>()
    for (const { name, value } of ofCompose) known.set(name, [...(known.get(name) ?? []), value])
    for (const [name, values] of known) expect(values).toContain(variables.get(name))
  })

  test('sets nothing, so that a copy of it changes nothing', () => {
    for (const line of lines) expect(line).toMatch(/^(#.*)?$/)
  })

  test('the settings in it are valid together', () => {
    const given = Object.fromEntries([...variables].filter(([name]) => !name.startsWith('SECRET_KEY')))
    expect(loadConfig({ ...given, SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }).TRUST_PROXY).toBe('1')
  })
})

describe('the image', () => {
  const [head, build, last] = readDockerfile('Dockerfile')

  test('is based on Node 24, on bases that can be pinned by digest', () => {
    expect(textsOf(head!, 'ARG')).toEqual([
      'NODE_IMAGE=node:24-bookworm-slim',
      'RUNTIME_IMAGE=gcr.io/distroless/nodejs24-debian12:nonroot',
    ])
    expect([textsOf(build!, 'FROM'), textsOf(last!, 'FROM')].flat()).toEqual([
      '${' + 'NODE_IMAGE} AS build',
      '${' + 'RUNTIME_IMAGE}',
    ])
    for (const file of COMPOSE_FILES)
      for (const [, { build }] of Object.entries(readCompose(file).services))
        for (const [name, value] of Object.entries(build?.args ?? {}))
          if (name.endsWith('_IMAGE') && name !== 'DEBIAN_IMAGE')
            expect(textsOf(head!, 'ARG')).toContain(`${name}=${value}`)
  })

  test('says in its labels what it is, in which version and under which licence', () => {
    const { version, description, license } = JSON.parse(readText('package.json'))
    expect(textsOf(last!, 'ARG')).toContain(`VERSION=${version}`)
    const [labels] = textsOf(last!, 'LABEL')
    expect(labels).toContain('org.opencontainers.image.version="${' + 'VERSION}"')
    expect(labels).toContain('org.opencontainers.image.revision="${' + 'REVISION}"')
    expect(labels).toContain(`org.opencontainers.image.licenses="${license}"`)
    expect(description).toContain(/image\.description="([^"]+)"/.exec(labels!)![1])
  })

  test('runs without root, and owns the directories of its volumes', () => {
    expect(textsOf(last!, 'USER')).toEqual(['nonroot'])
    for (const target of ['/data', '/secrets'])
      expect(copiesOf(last!)).toContainEqual({
        from: 'build',
        chown: 'nonroot:nonroot',
        sources: ['/empty'],
        target,
      })
  })

  test('is built from files of the repository, and from no local file', () => {
    const [first, ...kept] = readText('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(first).toBe('*')
    const sources = [build!, last!].flatMap(copiesOf).filter(({ from }) => from === undefined)
    const names = sources.flatMap((copy) => copy.sources)
    expect(kept.sort()).toEqual([...new Set(names)].map((name) => `!${name}`).sort())
    for (const name of names) expect(existsSync(join(ROOT, name))).toBe(true)
    expect(readText('.gitignore').split('\n')).toEqual(expect.arrayContaining(['.env', 'secrets/', 'data/']))
  })

  test('has a health check that requests an existing path', () => {
    const [, path] = /:\$\{process\.env\.PORT\}(\/[\w/]+)`/.exec(textsOf(last!, 'HEALTHCHECK')[0]!)!
    expect(Object.keys(openapi.paths)).toContain(path)
  })
})

describe('the options of Node', () => {
  const { scripts } = JSON.parse(readText('package.json'))
  const [, options] = /exec node (.*) dist\/main\.js serve$/.exec(scripts.start)!

  test('are the same for npm start, the image and the systemd unit', () => {
    expect(options).toMatch(/^--/)
    const [entrypoint] = textsOf(readDockerfile('Dockerfile').at(-1)!, 'ENTRYPOINT')
    expect(JSON.parse(entrypoint!)).toEqual(['/nodejs/bin/node', ...options!.split(' '), 'dist/main.js'])
    expect(readText('deploy/systemd/mailproof.service')).toContain(
      `\nExecStart=/usr/bin/node ${options} dist/main.js serve\n`,
    )
  })

  test('are the same for the program, as far as the first line that older kernels read is long', () => {
    const [firstLine] = readText('src/main.ts').split('\n')
    expect(`${firstLine} --use-largepages=silent`).toBe(`#!/usr/bin/env -S node ${options}`)
    // Linux before 5.1 reads 127 bytes.
    expect(Buffer.byteLength(firstLine!)).toBeLessThanOrEqual(127)
  })

  test('are explained in the documentation', () => {
    for (const option of options!.split(' ')) expect(readText('docs/operations.md')).toContain(`\`${option}\``)
  })
})

test('every override of a transitive dependency has a documented reason', () => {
  const { overrides } = JSON.parse(readText('package.json'))
  for (const name of Object.keys(overrides)) expect(readText('docs/contributing.md')).toContain(`| \`${name}\` |`)
})
