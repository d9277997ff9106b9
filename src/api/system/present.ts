import type { HealthReport } from './health.js'

const RETRY_AFTER = '5'
const DOWN = { message: 'A store does not respond; see `checks`.', code: 'SERVICE_UNAVAILABLE' } as const

/** The health response: 503 only if a store is down. */
export const healthReply = (report: HealthReport) =>
  report.status === 'error'
    ? { status: 503 as const, headers: { 'Retry-After': RETRY_AFTER }, body: { ...report, error: DOWN } }
    : { status: 200 as const, body: report }
