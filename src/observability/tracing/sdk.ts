// The OpenTelemetry SDK that exports traces.
import { DiagLogLevel, diag, type Tracer } from '@opentelemetry/api'
import { withTimeout } from '../../kernel/concurrency/timeout.js'
import { newId } from '../../kernel/ids.js'
import type { Log } from '../../kernel/log.js'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  detectResources,
  type ExportResult,
  ExportResultCode,
  envDetector,
  OTLPTraceExporter,
  resourceFromAttributes,
  type SpanExporter,
  setGlobalErrorHandler,
} from './opentelemetry.js'

export interface SdkOptions {
  /** Base URL of a collector, without the path (OTEL_EXPORTER_OTLP_ENDPOINT). */
  readonly endpoint: string
  readonly version: string
  readonly role: string
  readonly log: Log
}

interface Sdk {
  readonly tracer: Tracer
  /** Exports the spans that are still queued. */
  stop(): Promise<void>
}

/** A collector that is down must not delay a stop of the service. */
const STOP_TIMEOUT_MS = 2_000

/**
 * The OpenTelemetry SDK, exporting over OTLP/HTTP in its JSON encoding. The SDK itself reads the other standard variables:
 * OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT, _COMPRESSION and _CERTIFICATE, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES,
 * OTEL_TRACES_SAMPLER and OTEL_BSP_….
 */
export function startSdk({ endpoint, version, role, log }: SdkOptions): Sdk {
  logDiagnostics(log)
  const own = resourceFromAttributes({
    'service.name': 'mailproof',
    'service.version': version,
    'service.instance.id': newId(),
    'mailproof.role': role,
  })
  const exporter = reportOutages(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), log)
  const provider = new BasicTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  return {
    tracer: provider.getTracer('mailproof', version),
    stop: () =>
      withTimeout(STOP_TIMEOUT_MS, provider.shutdown()).catch((error: unknown) => {
        log.warn({ error }, 'not all traces could be exported before the stop')
      }),
  }
}

/** The SDK reports dropped spans at every export; in the log, one line a minute is enough. */
const REPEAT_AFTER_MS = 60_000

/** Logs what the SDK reports about itself, such as a variable with an invalid value. */
function logDiagnostics(log: Log): void {
  const loggedAt = new Map<string, number>()

  function warn(message: string): void {
    const kind = message.replaceAll(/\d+/g, '#')
    const now = performance.now()
    if (now - (loggedAt.get(kind) ?? Number.NEGATIVE_INFINITY) < REPEAT_AFTER_MS) return
    loggedAt.set(kind, now)
    log.warn({}, `OpenTelemetry: ${message}`)
  }

  const ignore = () => {}
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
  // The SDK passes failed exports to it; `reportOutages` logs them.
  setGlobalErrorHandler(ignore)
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}

/** Logs failing exports once per outage. Spans that the collector does not accept after the SDK's retries are lost. */
function reportOutages(exporter: SpanExporter, log: Log): SpanExporter {
  let lost = 0
  let down = false

  function report({ code, error }: ExportResult, spans: number): void {
    if (code === ExportResultCode.SUCCESS) {
      if (down) log.info({ lost }, 'trace export recovered')
      down = false
      lost = 0
      return
    }
    lost += spans
    if (!down)
      log.warn({ error }, 'trace export to OTEL_EXPORTER_OTLP_ENDPOINT failed; traces are lost until it recovers')
    down = true
  }

  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        report(result, spans.length)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
