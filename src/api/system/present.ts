import { errorPageUrl } from '../errors.js'
import type { HealthReport, LivenessReport } from './health.js'

const RETRY_AFTER = '5'
const HUNG = {
  message: 'The client of a store hangs; the process is ending and has to be started again.',
  code: 'SERVICE_UNAVAILABLE',
} as const
const DOWN = { message: 'A store does not respond; see `checks`.', code: 'SERVICE_UNAVAILABLE' } as const
const STARTING = {
  message: 'The read models are being rebuilt, and nothing can be answered yet; see `checks`.',
  code: 'SERVICE_UNAVAILABLE',
} as const
const STOPPING = { message: 'The process is stopping. Ask another one.', code: 'SERVICE_UNAVAILABLE' } as const

/** The health response: 503 only if the process cannot serve requests. */
export function healthReply(report: HealthReport, baseUrl: string) {
  if (report.status !== 'error') return { status: 200 as const, body: report }
  const { process, read_models: models } = report.checks
  // Once the service answers, read models that are late only degrade it.
  const cause = process ? STOPPING : models?.status === 'error' ? STARTING : DOWN
  const error = { ...cause, docs_url: errorPageUrl(cause.code, baseUrl) }
  return { status: 503 as const, headers: { 'Retry-After': RETRY_AFTER }, body: { ...report, error } }
}

/** The liveness response: 503 only if a restart of the process would help. */
export function livenessReply({ status, ...vitals }: LivenessReport, baseUrl: string) {
  if (status === 'ok') return { status: 200 as const, body: { status, ...vitals } }
  const error = { ...HUNG, docs_url: errorPageUrl(HUNG.code, baseUrl) }
  return { status: 503 as const, headers: { 'Retry-After': RETRY_AFTER }, body: { status, ...vitals, error } }
}
