import type { Log } from '../../kernel/log.js'
import type { Span } from './span.js'

export interface ExporterDependencies {
  /** Base URL of a collector, without the path (OTEL_EXPORTER_OTLP_ENDPOINT). */
  readonly endpoint: string
  /** Resource attributes: `service.name` and the like. */
  readonly resource: Readonly<Record<string, string>>
  readonly log: Log
}

export interface Exporter {
  add(span: Span): void
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

/** Spans are sent after this time, or as soon as there are enough for a batch. */
const SEND_INTERVAL_MS = 1_000
const BATCH_SIZE = 512
/** Further spans are dropped: a collector that is down must not exhaust memory. */
const MAX_WAITING = 4_096
const TIMEOUT_MS = 5_000

/**
 * Sends spans over OTLP/HTTP in its JSON encoding (opentelemetry.io/docs/specs/otlp). Spans that the collector does not
 * accept are lost, which is logged once per outage. Requests never wait for the export.
 */
export function createExporter({ endpoint, resource, log }: ExporterDependencies): Exporter {
  const url = `${endpoint}/v1/traces`
  let waiting: Span[] = []
  let lost = 0
  let down = false
  let sending: Promise<void> | undefined
  const timer = setInterval(() => void send(), SEND_INTERVAL_MS).unref()

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, BATCH_SIZE)
      waiting = waiting.slice(BATCH_SIZE)
      try {
        const body = JSON.stringify(requestOf(resource, spans))
        const headers = { 'Content-Type': 'application/json' }
        const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) })
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
        if (down) log.info({ lost }, 'trace export recovered')
        down = false
        lost = 0
      } catch (error) {
        lost += spans.length
        if (!down)
          log.warn({ error }, 'trace export to OTEL_EXPORTER_OTLP_ENDPOINT failed; traces are lost until it recovers')
        down = true
        return
      }
    }
  }

  return {
    add(span) {
      if (waiting.length >= MAX_WAITING) lost++
      else if (waiting.push(span) >= BATCH_SIZE && !down) void send()
    },
    async stop() {
      clearInterval(timer)
      await sending
      await send()
    },
  }
}

const FAILED = 2

const requestOf = (resource: Readonly<Record<string, string>>, spans: readonly Span[]) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [{ scope: { name: 'mailproof' }, spans: spans.map(encoded) }],
    },
  ],
})

const encoded = ({ traceId, spanId, parentSpanId, name, kind, startUs, endUs, attributes, failed }: Span) => ({
  traceId,
  spanId,
  ...(parentSpanId && { parentSpanId }),
  name,
  kind,
  startTimeUnixNano: `${startUs}000`,
  endTimeUnixNano: `${endUs}000`,
  attributes: attributesOf(attributes),
  status: failed ? { code: FAILED } : {},
})

const attributesOf = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }))
