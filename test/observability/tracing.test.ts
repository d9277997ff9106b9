// Traces of a running service, as a collector receives them.
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { dataOf } from '../../testbed/callers/graphql.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

/** A span as it arrives at a collector (opentelemetry.io/docs/specs/otlp, JSON). */
interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceState?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
  readonly status: { readonly code?: number }
}

const CANARY = 'canary.of.the.mine'
const SERVER = 2
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

/** The raw requests that the collector received, and their spans. */
const bodies: string[] = []
const spans: ReceivedSpan[] = []
let collector: Server
let port: number
let status = 200
let refused = 0
let api: InProcessService

/** Standard variables that the SDK reads itself. */
const VARIABLES = {
  OTEL_BSP_SCHEDULE_DELAY: '100',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret,x-tenant=acme',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
}

beforeAll(async () => {
  Object.assign(process.env, VARIABLES)
  collector = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}')
      if (status !== 200) return void refused++
      expect(`${request.method} ${request.url} ${request.headers['content-type']}`).toBe(
        'POST /v1/traces application/json',
      )
      expect(request.headers).toMatchObject({ authorization: 'Bearer secret', 'x-tenant': 'acme' })
      const text = Buffer.concat(chunks).toString()
      bodies.push(text)
      for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
        expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'mailproof' } })
        expect(resource.attributes).toContainEqual({
          key: 'deployment.environment.name',
          value: { stringValue: 'test' },
        })
        for (const scope of scopeSpans) spans.push(...scope.spans)
      }
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  port = (collector.address() as { port: number }).port
  // With a trailing slash, as it is often written.
  api = await start({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` } })
})
afterAll(async () => {
  await api.stop()
  for (const name of Object.keys(VARIABLES)) delete process.env[name]
  collector.closeAllConnections()
  collector.close()
})

/** The spans of a trace, after its request span has arrived, which ends last. */
const traceOf = (traceId: string): Promise<ReceivedSpan[]> =>
  eventually(
    () => spans.filter((span) => span.traceId === traceId),
    (found) => found.some(({ kind }) => kind === SERVER),
  )

const attributesOf = ({ attributes }: ReceivedSpan): object =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const verify = (key: string, domain: string, headers: Readonly<Record<string, string>>) =>
  api.call('verifyEmailSignals', { key, body: { email: `${CANARY}@${domain}` }, headers })

const traceparent = (trace: string, flags = '01') => ({ traceparent: `00-${trace}-${PARENT}-${flags}` })

test('a verification is one trace, continued from the caller: the request, with its DNS and log spans', async () => {
  const { key } = await api.account()
  const answer = await verify(key, 'explicit.mailproof.net', traceparent(TRACE))
  expect(answer.headers['x-trace-id']).toBe(TRACE)
  const found = await traceOf(TRACE)
  const request = found.find(({ kind }) => kind === SERVER)!
  expect(request).toMatchObject({ name: 'verifyEmailSignals', parentSpanId: PARENT, status: {} })
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'mailproof.operation': 'verifyEmailSignals',
    'http.response.status_code': 200,
  })
  const parts = found.filter((span) => span !== request)
  expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['dns MX', 'dns A', 'append']))
  expect(attributesOf(parts.find(({ name }) => name === 'dns MX')!)).toMatchObject({ 'mailproof.dns.outcome': 'found' })
  expect(attributesOf(parts.find(({ name }) => name === 'append')!)).toMatchObject({ 'mailproof.events': 1 })
  for (const part of parts) {
    expect(part.parentSpanId).toBe(request.spanId)
    expect(BigInt(part.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request.startTimeUnixNano))
  }
  for (const span of found) {
    expect(span.spanId).toMatch(/^[0-9a-f]{16}$/)
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
    expect(Math.abs(Number(BigInt(span.endTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000)
  }
  expect(new Set(found.map(({ spanId }) => spanId)).size).toBe(found.length)
})

test('the caller’s tracestate is kept with its spans', async () => {
  const { key } = await api.account()
  const trace = TRACE.replace('4', 'b')
  await verify(key, 'explicit.mailproof.net', { ...traceparent(trace), tracestate: 'vendor=opaque' })
  for (const span of await traceOf(trace)) expect(span.traceState).toBe('vendor=opaque')
})

test('a sampler decides about requests without a trace, and follows the decision of callers', async () => {
  process.env.OTEL_TRACES_SAMPLER = 'parentbased_always_off'
  const sampling = await start({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } })
  try {
    const before = spans.length
    await dataOf(sampling, '{ pricing { currency } }')
    const trace = TRACE.replace('4', 'c')
    await dataOf(sampling, '{ pricing { currency } }', { headers: traceparent(trace) })
    await traceOf(trace)
    expect(spans.slice(before).map(({ traceId }) => traceId)).toEqual([trace])
  } finally {
    delete process.env.OTEL_TRACES_SAMPLER
    await sampling.stop()
  }
})

test('a call without a trace starts one, which its response names; so does GraphQL', async () => {
  const { key } = await api.account()
  const answer = await verify(key, 'servfail.mailproof.net', {})
  const found = await traceOf(answer.headers['x-trace-id'] as string)
  expect(found.find(({ kind }) => kind === SERVER)!.parentSpanId).toBeUndefined()
  expect(found.find(({ name }) => name === 'dns MX')).toMatchObject({ status: { code: 2 } })
  const trace = TRACE.replace('4', '5')
  await dataOf(api, '{ pricing { currency } }', { headers: traceparent(trace) })
  expect((await traceOf(trace)).map(({ name }) => name)).toEqual(['graphql'])
})

test('requests that the caller does not sample are not recorded, and spans contain no personal data', async () => {
  const { id, key } = await api.account()
  const silent = TRACE.replace('4', '6')
  await verify(key, 'explicit.mailproof.net', traceparent(silent, '00'))
  const after = TRACE.replace('4', '7')
  await verify(key, 'implicit.mailproof.net', traceparent(after))
  await traceOf(after)
  expect(spans.filter(({ traceId }) => traceId === silent)).toEqual([])
  for (const secret of [CANARY, 'mailproof.net', '@', id, key]) expect(bodies.join('\n')).not.toContain(secret)
})

test('a failing collector delays no request, and gets later spans', async () => {
  const { key } = await api.account()
  const lost = TRACE.replace('4', '8')
  status = 503
  expect((await verify(key, 'explicit.mailproof.net', traceparent(lost))).status).toBe(200)
  await eventually(
    () => refused,
    (count) => count > 0,
  )
  status = 200
  const later = TRACE.replace('4', '9')
  await verify(key, 'explicit.mailproof.net', traceparent(later))
  await traceOf(later)
})

test('pending spans are exported when the service stops', async () => {
  const { key } = await api.account()
  const last = TRACE.replace('4', 'a')
  await verify(key, 'explicit.mailproof.net', traceparent(last))
  await api.stopService()
  expect(spans.filter(({ traceId }) => traceId === last).map(({ name }) => name)).toContain('verifyEmailSignals')
})
