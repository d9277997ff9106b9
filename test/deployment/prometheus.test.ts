// Prometheus scrapes the service, and its alert rules work.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { client } from '../../testbed/callers/client.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { openPlace } from '../../testbed/stores/place.js'
import { expressions } from './dashboard.js'
import { describePrometheus, type Prometheus, promtool, startPrometheus } from './prometheus.js'

const fileOf = (name: string) => fileURLToPath(new URL(`../../deploy/prometheus/${name}`, import.meta.url))
const RULES = fileOf('alerts.yml')
/** What Grafana replaces in an expression. */
const VARIABLES: readonly (readonly [string, string])[] = [
  ['$job', 'mailproof'],
  ['$instance', '.*'],
  ['$__rate_interval', '30s'],
]
const MONGODB_URL = process.env.MONGODB_URL
/** Metrics that a process has only if it uses MongoDB or KurrentDB. */
const OF_STORE_CLIENTS = /mailproof_store_client_/
const SHOWN = expressions.filter((expression) => MONGODB_URL || !OF_STORE_CLIENTS.test(expression))
const ROLES = MONGODB_URL ? ['all', 'api', 'worker'] : ['all']

describePrometheus('Prometheus', () => {
  const services = new Map<string, InProcessService>()
  let prometheus: Prometheus
  const closing: (() => Promise<void>)[] = []

  beforeAll(async () => {
    const place = MONGODB_URL ? await openPlace('mongodb') : undefined
    if (place) closing.push(() => place.remove())
    else
      process.stderr.write(
        'skipped, because MONGODB_URL is not set: prometheus.test.ts, roles api and worker, metrics of store clients\n',
      )
    for (const role of ROLES) {
      const service = await start({
        ...(role !== 'all' && place && { place }),
        env: { ROLE: role, METRICS_PORT: '0' },
      })
      closing.push(service.stop)
      services.set(role, service)
    }
    prometheus = await startPrometheus(
      [...services.values()].map(({ service }) => service.metricsPort!),
      RULES,
    )
    closing.push(prometheus.stop)
  })
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
  })

  test.each(ROLES)('promtool has no remark about the metrics of ROLE=%s', async (role) => {
    const { request, close } = client(`http://127.0.0.1:${services.get(role)!.service.metricsPort}`)
    const { text } = await request('GET', '/metrics')
    close()
    expect(text).toContain(`role="${role}"`)
    expect(await promtool(['check', 'metrics'], text)).toEqual({ code: 0, output: '' })
  })

  test('the alert rules are valid, and their tests pass', async () => {
    expect((await promtool(['check', 'rules', RULES])).output).toContain('SUCCESS')
    expect((await promtool(['test', 'rules', fileOf('alerts.test.yml')])).code).toBe(0)
  })

  test('every alert has a test that it fires', async () => {
    const { rules, fired } = await readRules()
    expect(rules.length).toBeGreaterThan(10)
    expect(rules.filter(({ alert }) => !fired.has(alert))).toEqual([])
  })

  test('scrapes every process', async () => {
    const up = await eventually(
      () => prometheus.query('up'),
      (found) => found.length === ROLES.length && found.every(({ value }) => value === 1),
    )
    expect(up.map(({ value }) => value)).toEqual(ROLES.map(() => 1))
  })

  test('no condition of an alert holds while the service is healthy', async () => {
    const { rules } = await readRules()
    for (const { expr } of rules) {
      await eventually(
        () => prometheus.query(expr),
        (found) => found.length === 0,
      )
    }
  })

  test.each(SHOWN)('shows a number although nothing has happened yet: %s', async (expression) => {
    const query = VARIABLES.reduce((text, [name, value]) => text.replaceAll(name, value), expression)
    const samples = await prometheus.query(query)
    expect(samples.length).toBeGreaterThan(0)
    for (const { value } of samples) expect(value).toBeGreaterThanOrEqual(0)
  })
})

interface Rule {
  readonly alert: string
  readonly expr: string
}

interface RuleTest {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[]
}

/** The alert rules, and the names of those that fire in a test. */
async function readRules() {
  const read = async (name: string) => parse(await readFile(fileOf(name), 'utf8'))
  const { groups } = (await read('alerts.yml')) as { groups: readonly { readonly rules: readonly Rule[] }[] }
  const { tests } = (await read('alerts.test.yml')) as { tests: readonly RuleTest[] }
  const checks = tests.flatMap(({ alert_rule_test }) => alert_rule_test)
  return {
    rules: groups.flatMap(({ rules }) => rules),
    fired: new Set(checks.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname)),
  }
}
