import { AsyncLocalStorage } from 'node:async_hooks'
import { newId, newTraceId } from '../../kernel/ids.js'
import type { Log } from '../../kernel/log.js'
import type { DnsAnswer } from '../../kernel/ports/resolver.js'
import type { Tracing } from '../../kernel/tracing.js'
import { createExporter } from './otlp.js'
import { KIND, newSpanId, nowUs, parentIn, type SpanContext, traceparentOf } from './span.js'

export interface TracingOptions {
  readonly endpoint: string
  readonly version: string
  readonly role: string
  readonly log: Log
}

/** Outcome of a piece of work, as attributes of its span. */
type SpanResult = { readonly attributes?: Readonly<Record<string, string | number>>; readonly failed?: boolean }

/** Traces of requests, exported to OTEL_EXPORTER_OTLP_ENDPOINT. Requests whose trace is not sampled by the caller are not recorded. */
export function createTracing({ endpoint, version, role, log }: TracingOptions): Tracing {
  const resource = {
    'service.name': 'mailproof',
    'service.version': version,
    'service.instance.id': newId(),
    'mailproof.role': role,
  }
  const exporter = createExporter({ endpoint, resource, log })
  const spans = new AsyncLocalStorage<SpanContext>()

  /** Runs work as a child span of the current request; without a traced request, only runs it. */
  async function inSpan<T>(name: string, work: () => Promise<T>, resultOf: (outcome: T) => SpanResult): Promise<T> {
    const parent = spans.getStore()
    if (!parent) return work()
    const context = { traceId: parent.traceId, spanId: newSpanId(), parentSpanId: parent.spanId }
    const startUs = nowUs()
    const end = ({ attributes = {}, failed = false }: SpanResult) =>
      exporter.add({ ...context, name, kind: KIND.client, startUs, endUs: nowUs(), attributes, failed })
    try {
      const outcome = await work()
      end(resultOf(outcome))
      return outcome
    } catch (error) {
      end({ attributes: { 'error.type': error instanceof Error ? error.name : 'unknown' }, failed: true })
      throw error
    }
  }

  const lookUp = <T>(type: string, work: () => Promise<DnsAnswer<T>>): Promise<DnsAnswer<T>> =>
    inSpan(`dns ${type}`, work, ({ outcome }) => ({
      attributes: { 'mailproof.dns.type': type, 'mailproof.dns.outcome': outcome },
      failed: outcome === 'timeout' || outcome === 'error',
    }))

  return {
    async request(operation, request, response, handle) {
      const parent = parentIn(request.headers.traceparent)
      if (parent && !parent.recorded) return handle()
      const context: SpanContext = {
        traceId: parent?.traceId ?? newTraceId(),
        spanId: newSpanId(),
        ...(parent && { parentSpanId: parent.spanId }),
      }
      // Responses report this span as their trace.
      request.headers.traceparent = traceparentOf(context)
      const startUs = nowUs()
      try {
        await spans.run(context, handle)
      } finally {
        const { statusCode: status, headersSent: answered } = response
        exporter.add({
          ...context,
          name: operation,
          kind: KIND.server,
          startUs,
          endUs: nowUs(),
          attributes: {
            'http.request.method': request.method ?? '',
            'mailproof.operation': operation,
            ...(answered && { 'http.response.status_code': status }),
          },
          failed: answered && status >= 500,
        })
      }
    },
    store: (store) => ({
      ...store,
      append: (stream, events, options) =>
        inSpan(
          'append',
          () => store.append(stream, events, options),
          () => ({ attributes: { 'mailproof.events': events.length } }),
        ),
    }),
    resolver: ({ mx, a, aaaa, close }) => ({
      mx: (name, signal) => lookUp('MX', () => mx(name, signal)),
      a: (name, signal) => lookUp('A', () => a(name, signal)),
      aaaa: (name, signal) => lookUp('AAAA', () => aaaa(name, signal)),
      close,
    }),
    stop: exporter.stop,
  }
}
