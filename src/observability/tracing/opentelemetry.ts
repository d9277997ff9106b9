/**
 * What traces need of the OpenTelemetry SDK. The build replaces this module by a bundle of it and these packages
 * (`scripts/package/bundleModules.mjs`): as dependencies, they would be a sixth of an installation.
 */
export {
  type ExportResult,
  ExportResultCode,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core'
export { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
export { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
export { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
