import { readFileSync } from 'node:fs'
import { escapeHtml } from '../api/rest/html.js'
import type { Health, HealthReport } from '../api/system/health.js'

const HEALTH = '<!--health-->'
const ORIGIN = '{{origin}}'

const WORDS: { readonly [status in HealthReport['status']]: string } = {
  ok: 'All parts of this service work.',
  degraded: 'This service works, but a part of it is late.',
  error: 'A store of this service does not answer.',
}

/** Renders the front page: the built one, with the state of the service and the URL that examples call. */
export function createHomePage({ path, health, baseUrl }: { path: string; health: Health; baseUrl: string }) {
  const page = readFileSync(path, 'utf8').replaceAll(ORIGIN, escapeHtml(baseUrl))

  return async (): Promise<string> => {
    const { status, version, checks } = await health.ready()
    const troubled = Object.keys(checks).filter((name) => checks[name]!.status !== 'ok')
    const affected = troubled.length > 0 ? ` Affected: ${troubled.join(', ').replaceAll('_', ' ')}.` : ''
    const text = `${WORDS[status]}${affected} Version ${version}.`
    return page.replace(
      HEALTH,
      `<p class="health ${status}"><a href="/health/ready">${escapeHtml(status)}</a> ${escapeHtml(text)}</p>`,
    )
  }
}
