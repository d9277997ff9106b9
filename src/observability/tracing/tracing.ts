import { AsyncLocalStorage } from 'node:async_hooks'
import { newId, newTraceId } from '../../kernel/ids.js'
import type { Log } from '../../kernel/log.js'
import type { DnsAnswer } from '../../kernel/ports/resolver.js'
import type { Tracing } from '../../kernel/tracing.js'
import { createExporter } from './otlp.js'
import { KIND, newSpanId, nowUs, type Place, parentIn, traceparentOf } from './span.js'

export interface TracingOptions {
  readonly endpoint: string
  readonly version: string
  readonly role: string
  readonly log: Log
}

/** What comes of work, as attributes of its span. */
type Told = { readonly attributes?: Readonly<Record<string, string | number>>; readonly failed?: boolean }

/** Traces of requests, for whoever has set OTEL_EXPORTER_OTLP_ENDPOINT. A caller who does not record is not recorded. */
export function createTracing({ endpoint, version, role, log }: TracingOptions): Tracing {
  const resource = {
    'service.name': 'mailproof',
    'service.version': version,
    'service.instance.id': newId(),
    'mailproof.role': role,
  }
  const exporter = createExporter({ endpoint, resource, log })
  const places = new AsyncLocalStorage<Place>()

  /** Work as a span within the request that it is done for; nothing but the work where there is none. */
  async function part<T>(name: string, work: () => Promise<T>, tell: (outcome: T) => Told): Promise<T> {
    const within = places.getStore()
    if (!within) return work()
    const place = { traceId: within.traceId, spanId: newSpanId(), parentSpanId: within.spanId }
    const began = nowUs()
    const end = ({ attributes = {}, failed = false }: Told) =>
      exporter.add({ ...place, name, kind: KIND.client, began, ended: nowUs(), attributes, failed })
    try {
      const outcome = await work()
      end(tell(outcome))
      return outcome
    } catch (error) {
      end({ attributes: { 'error.type': error instanceof Error ? error.name : 'unknown' }, failed: true })
      throw error
    }
  }

  const lookUp = <T>(type: string, work: () => Promise<DnsAnswer<T>>): Promise<DnsAnswer<T>> =>
    part(`dns ${type}`, work, ({ outcome }) => ({
      attributes: { 'mailproof.dns.type': type, 'mailproof.dns.outcome': outcome },
      failed: outcome === 'timeout' || outcome === 'error',
    }))

  return {
    async request(operation, request, response, handle) {
      const parent = parentIn(request.headers.traceparent)
      if (parent && !parent.recorded) return handle()
      const place: Place = {
        traceId: parent?.traceId ?? newTraceId(),
        spanId: newSpanId(),
        ...(parent && { parentSpanId: parent.spanId }),
      }
      // What answers say of the trace is said of this one.
      request.headers.traceparent = traceparentOf(place)
      const began = nowUs()
      try {
        await places.run(place, handle)
      } finally {
        const { statusCode: status, headersSent: answered } = response
        exporter.add({
          ...place,
          name: operation,
          kind: KIND.server,
          began,
          ended: nowUs(),
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
        part(
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
