// The Grafana dashboard shows every metric of the service and no other, and can be imported anywhere.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { client } from '../../testbed/callers/client.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { type Metrics, parseMetrics } from '../../testbed/service/metricsText.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { dashboard, expressions } from './dashboard.js'

const backups = tempDirectory()
let api: InProcessService
let metrics: Metrics
beforeAll(async () => {
  api = await start({
    env: {
      METRICS_PORT: '0',
      BACKUP_DIR: backups.path,
      MAILBOX_CHECKS: 'on',
      MAILBOX_EHLO_NAME: 'probe.example',
      MAILBOX_ALLOWED_SUBNETS: '127.0.0.0/8',
    },
  })
  const { request, close } = client(`http://127.0.0.1:${api.service.metricsPort}`)
  metrics = parseMetrics((await request('GET', '/metrics')).text)
  close()
})
afterAll(async () => {
  await api.stop()
  backups.remove()
})

const METRIC = /\b(?:mailproof|process|nodejs)_[a-z0-9_]+\b/g
const HISTOGRAM_PART = /_(bucket|sum|count)$/

/** The metric family of a name in an expression. */
const familyOf = (name: string): string => (metrics.has(name) ? name : name.replace(HISTOGRAM_PART, ''))

test.each(expressions)('the service exports the metrics of: %s', (expression) => {
  const names = expression.match(METRIC) ?? []
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const family = metrics.get(familyOf(name))
    expect({ name, known: family !== undefined }).toEqual({ name, known: true })
    expect(HISTOGRAM_PART.test(name)).toBe(family!.type === 'histogram')
    if (family!.type !== 'gauge') expect(expression).toContain(`rate(${name}`)
  }
})

test('every metric of the service is in a panel', () => {
  const shown = new Set(expressions.flatMap((expression) => expression.match(METRIC) ?? []).map(familyOf))
  for (const name of metrics.keys()) if (name.startsWith('mailproof_')) expect([...shown]).toContain(name)
})

/** Labels that Prometheus adds to every series, and the label of a bucket. */
const GIVEN = ['job', 'instance', 'le']

test('no series has a label that Prometheus reserves for the scrape target', () => {
  for (const [name, { samples }] of metrics)
    for (const { labels } of samples)
      for (const label of ['job', 'instance']) expect({ name, labels }).not.toHaveProperty(['labels', label])
})

test('the labels that a panel groups by exist on every series', () => {
  const compared: string[] = []
  for (const expression of expressions) {
    const samples = (expression.match(METRIC) ?? []).flatMap((name) => metrics.get(familyOf(name))!.samples)
    const known = new Set([...GIVEN, ...samples.flatMap(({ labels }) => Object.keys(labels))])
    if (samples.length === 0) continue
    for (const [, labels = ''] of expression.matchAll(/\bby \(([^)]*)\)/g))
      for (const label of labels.split(/,\s*/)) {
        expect({ expression, label, known: known.has(label) }).toEqual({ expression, label, known: true })
        compared.push(label)
      }
  }
  expect(compared).toEqual(expect.arrayContaining(['kind', 'state', 'projection']))
})

test('the dashboard can be imported anywhere: each panel uses the selected data source', () => {
  const [first, ...others] = dashboard.templating.list
  expect(first).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' })
  expect(others.map(({ name }) => name)).toEqual(['job', 'instance'])
  for (const { targets = [] } of dashboard.panels) {
    for (const { datasource, expr } of targets) {
      expect(datasource).toEqual({ type: 'prometheus', uid: '$' + '{datasource}' })
      expect(expr.match(/\$job\b/g)).toHaveLength(expr.match(METRIC)!.length)
    }
  }
})

test('no two panels overlap or share an id', () => {
  const { panels } = dashboard
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const [index, { title, gridPos: a }] of panels.entries()) {
    expect(a.x + a.w).toBeLessThanOrEqual(24)
    for (const { gridPos: b } of panels.slice(index + 1)) {
      const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y
      expect({ title, apart }).toEqual({ title, apart: true })
    }
  }
})
