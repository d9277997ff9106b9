// The manifests for Kubernetes are valid by its schemas, complete and safe.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parseAllDocuments } from 'yaml'
import { loadConfig, SETTING_NAMES } from '../../src/config.js'
import { ROOT, readText } from '../../testbed/files.js'
import { describePrograms } from './describePrograms.js'

const FOLDER = 'deploy/kubernetes'
const FILES = readdirSync(join(ROOT, FOLDER)).map((name) => join(FOLDER, name))
const WITH_PODS = FILES.filter((file) => !file.endsWith('ingress.yaml'))
/** The oldest that has what the manifests use, and the newest whose schemas the tool has. */
const VERSIONS = ['1.30', '1.36']
const VALIDATOR = [process.env.KUBERNETES_PYTHON ?? 'python3', '-m', 'kubernetes_validate']

// biome-ignore lint/suspicious/noExplicitAny: parsed YAML, which the schemas of Kubernetes check
type Json = { readonly [member: string]: any }

const resourcesIn = (file: string): Json[] =>
  parseAllDocuments(readText(file)).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS()
  })

const ofKind = (file: string, kind: string): Json[] => resourcesIn(file).filter((each) => each.kind === kind)

const workloadsIn = (file: string): Json[] => [...ofKind(file, 'Deployment'), ...ofKind(file, 'StatefulSet')]

describePrograms('the schemas of Kubernetes', [[...VALIDATOR, '--help']], () => {
  test.each(VERSIONS.flatMap((version) => FILES.map((file) => [version, file] as const)))(
    'of version %s allow %s, without unknown members',
    (version, file) => {
      const [command, ...words] = VALIDATOR
      const all = [...words, '-k', version, '--strict', join(ROOT, file)]
      expect(() => execFileSync(command!, all, { encoding: 'utf8', stdio: 'pipe' })).not.toThrow()
    },
  )

  test('find a mistake', () => {
    const [command, ...words] = VALIDATOR
    const input = readText('deploy/kubernetes/cluster.yaml').replace('replicas: 2', 'replica: 2')
    expect(() => execFileSync(command!, [...words, '--strict', '/dev/stdin'], { input, stdio: 'pipe' })).toThrow()
  })
})

test.each([
  ['embedded.yaml', { mailproof: 1 }],
  ['cluster.yaml', { 'mailproof-api': 2, 'mailproof-worker': 2 }],
])('%s has these processes', (name, processes) => {
  const found = workloadsIn(join(FOLDER, name)).map(({ metadata, spec }) => [metadata.name, spec.replicas])
  expect(Object.fromEntries(found)).toEqual(processes)
})

describe.each(WITH_PODS)('%s', (file) => {
  const [{ data: settings }] = ofKind(file, 'ConfigMap') as [Json]
  const workloads = workloadsIn(file)

  test.each(workloads.map((each) => [each.metadata.name, each] as const))(
    '%s runs without privileges, with its root read-only, and no more memory than it is given',
    (_, { spec }) => {
      const pod = spec.template.spec
      expect(pod).toMatchObject({ automountServiceAccountToken: false })
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      for (const { securityContext, resources, image } of pod.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(resources.requests.memory).toBeDefined()
        expect(resources.limits.memory).toBeDefined()
        expect(image).not.toMatch(/:latest$|\/[^:]+$/)
      }
    },
  )

  test.each(workloads.map((each) => [each.metadata.name, each] as const))(
    '%s is asked by operations of the service, and may end in its own time',
    (_, { spec }) => {
      const { containers, terminationGracePeriodSeconds } = spec.template.spec
      const [{ startupProbe, livenessProbe, readinessProbe, ports }] = containers
      expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
        '/health/live',
        '/health/live',
        '/health/ready',
      ])
      expect(ports.map((port: Json) => String(port.containerPort))).toEqual([settings.PORT, settings.METRICS_PORT])
      expect(terminationGracePeriodSeconds).toBeGreaterThan(30)
    },
  )

  test('selects exactly the processes that serve requests', () => {
    const [{ spec }] = ofKind(file, 'Service') as [Json]
    const selected = workloads.filter(({ spec: { template } }) =>
      Object.entries(spec.selector).every(([label, value]) => template.metadata.labels[label] === value),
    )
    expect(selected.map(({ metadata }) => metadata.name)).toEqual([
      file.endsWith('cluster.yaml') ? 'mailproof-api' : 'mailproof',
    ])
  })

  test('has settings that exist and fit together, and no secret: those are files of a Secret', () => {
    expect(Object.keys(settings).filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
    const secrets: Json = {
      SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      MONGODB_URL: 'mongodb://mongo/mailproof',
      KURRENTDB_URL: 'kurrentdb://kurrentdb:2113',
    }
    const files = Object.keys(settings).filter((name) => name.endsWith('_FILE'))
    for (const name of files) expect(settings[name]).toBe(`/secrets/${name.replace('_FILE', '').toLowerCase()}`)
    const given = files.map((name) => name.replace('_FILE', '')).map((name) => [name, secrets[name]])
    const plain = Object.entries(settings).filter(([name]) => !files.includes(name))
    for (const { spec } of workloads) {
      const own = (spec.template.spec.containers[0].env ?? []).map(({ name, value }: Json) => [name, value])
      expect(() => loadConfig(Object.fromEntries([...plain, ...given, ...own]))).not.toThrow()
    }
    expect(resourcesIn(file).map(({ kind }) => kind)).not.toContain('Secret')
  })

  test('writes only to volumes', () => {
    for (const { spec } of workloads) {
      const [{ volumeMounts }] = spec.template.spec.containers
      const writable = volumeMounts.filter(({ readOnly }: Json) => !readOnly).map(({ mountPath }: Json) => mountPath)
      expect(writable).toEqual(settings.DATA_DIR ? [settings.DATA_DIR, '/tmp'] : ['/tmp'])
    }
  })
})
