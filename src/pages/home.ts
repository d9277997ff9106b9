import { readFileSync } from 'node:fs'
import { escapeHtml } from '../api/rest/html.js'
import type { Health, HealthReport } from '../api/system/health.js'
import { type Prepared, prepareText } from '../httpMessages/prepared.js'

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

  let latest: { readonly text: string; readonly body: Prepared } | undefined

  return async (): Promise<Prepared> => {
    const { status, version, checks } = await health.ready()
    const troubled = Object.keys(checks).filter((name) => checks[name]!.status !== 'ok')
    const affected = troubled.length > 0 ? ` Affected: ${troubled.join(', ').replaceAll('_', ' ')}.` : ''
    const text = `${WORDS[status]}${affected} Version ${version}.`
    if (latest?.text !== text) latest = { text, body: prepareText(withHealth(status, text)) }
    return latest.body
  }

  function withHealth(status: HealthReport['status'], text: string): string {
    const link = `<a href="/health/ready">${escapeHtml(status)}</a>`
    return page.replace(HEALTH, () => `<p class="health ${status}">${link} ${escapeHtml(text)}</p>`)
  }
}
