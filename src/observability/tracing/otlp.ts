import type { Log } from '../../kernel/log.js'
import type { Span } from './span.js'

export interface ExporterDependencies {
  /** Of a collector, without the path (OTEL_EXPORTER_OTLP_ENDPOINT). */
  readonly endpoint: string
  /** Who tells: `service.name` and the like. */
  readonly resource: Readonly<Record<string, string>>
  readonly log: Log
}

export interface Exporter {
  add(span: Span): void
  /** Sends what it has. */
  stop(): Promise<void>
}

/** Spans wait for company for so long, or until there are as many as this. */
const EVERY_MS = 1_000
const PORTION = 512
/** More than these are forgotten: a collector that is down must not fill our memory. */
const MOST = 4_096
const TIMEOUT_MS = 5_000

/**
 * Sends spans over OTLP/HTTP in its JSON encoding (opentelemetry.io/docs/specs/otlp). Spans that a collector does not
 * take are lost, and the log says so once: nobody waits for them.
 */
export function createExporter({ endpoint, resource, log }: ExporterDependencies): Exporter {
  const url = `${endpoint}/v1/traces`
  let waiting: Span[] = []
  let lost = 0
  let down = false
  let sending: Promise<void> | undefined
  const timer = setInterval(() => void send(), EVERY_MS).unref()

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, PORTION)
      waiting = waiting.slice(PORTION)
      try {
        const body = JSON.stringify(requestOf(resource, spans))
        const headers = { 'Content-Type': 'application/json' }
        const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) })
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
        if (down) log.info({ lost }, 'traces are taken again')
        down = false
        lost = 0
      } catch (error) {
        lost += spans.length
        if (!down) log.warn({ error }, 'OTEL_EXPORTER_OTLP_ENDPOINT does not take traces; they are lost until it does')
        down = true
        return
      }
    }
  }

  return {
    add(span) {
      if (waiting.length >= MOST) lost++
      else if (waiting.push(span) >= PORTION && !down) void send()
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

const encoded = ({ traceId, spanId, parentSpanId, name, kind, began, ended, attributes, failed }: Span) => ({
  traceId,
  spanId,
  ...(parentSpanId && { parentSpanId }),
  name,
  kind,
  startTimeUnixNano: `${began}000`,
  endTimeUnixNano: `${ended}000`,
  attributes: attributesOf(attributes),
  status: failed ? { code: FAILED } : {},
})

const attributesOf = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }))
