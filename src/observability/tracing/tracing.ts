// Traces of requests.
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { DnsAnswer } from '../../kernel/ports/resolver.js'
import type { Tracing } from '../../kernel/tracing.js'
import { W3CTraceContextPropagator } from './opentelemetry.js'
import { type SdkOptions, startSdk } from './sdk.js'

/** Outcome of a piece of work, as attributes of its span. */
type SpanResult = { readonly attributes?: Attributes; readonly failed?: boolean }

/**
 * Traces of requests, exported by the OpenTelemetry SDK. A caller's trace is continued, with its sampling decision and
 * its tracestate (W3C Trace Context).
 */
export function createTracing(options: SdkOptions): Tracing {
  const { tracer, stop } = startSdk(options)
  const propagator = new W3CTraceContextPropagator()
  /** The context of the current request. */
  const contexts = new AsyncLocalStorage<Context>()

  /** Runs work as a child span of the current request; without a traced request, only runs it. */
  async function inSpan<T>(name: string, work: () => Promise<T>, resultOf: (outcome: T) => SpanResult): Promise<T> {
    const parent = contexts.getStore()
    if (!parent) return work()
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT }, parent)
    try {
      const outcome = await work()
      endSpan(span, resultOf(outcome))
      return outcome
    } catch (error) {
      endSpan(span, { attributes: { 'error.type': error instanceof Error ? error.name : 'unknown' }, failed: true })
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
      const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
      const attributes = { 'http.request.method': request.method ?? '', 'mailproof.operation': operation }
      const span = tracer.startSpan(operation, { kind: SpanKind.SERVER, attributes }, parent)
      if (!span.isRecording()) return handle()
      // Responses report this span as their trace.
      request.headers.traceparent = traceparentOf(span.spanContext())
      try {
        await contexts.run(trace.setSpan(parent, span), handle)
      } finally {
        const { statusCode: status, headersSent: answered } = response
        endSpan(span, answered ? { attributes: { 'http.response.status_code': status }, failed: status >= 500 } : {})
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
    stop,
  }
}

function endSpan(span: Span, { attributes = {}, failed = false }: SpanResult): void {
  span.setAttributes(attributes)
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** The `traceparent` header of W3C Trace Context (section 3.2) of a sampled span. */
const traceparentOf = ({ traceId, spanId }: SpanContext): string => `00-${traceId}-${spanId}-01`
