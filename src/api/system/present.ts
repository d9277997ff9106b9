import { errorPageUrl } from '../errors.js'
import type { HealthReport } from './health.js'

const RETRY_AFTER = '5'
const DOWN = { message: 'A store does not respond; see `checks`.', code: 'SERVICE_UNAVAILABLE' } as const

/** The health response: 503 only if a store is down. */
export function healthReply(report: HealthReport, baseUrl: string) {
  if (report.status !== 'error') return { status: 200 as const, body: report }
  const error = { ...DOWN, docs_url: errorPageUrl(DOWN.code, baseUrl) }
  return { status: 503 as const, headers: { 'Retry-After': RETRY_AFTER }, body: { ...report, error } }
}
