// The page of the operator: who uses the installation, who meets a limit, and what does not work.
import { hash, timingSafeEqual } from 'node:crypto'
import { lateIn, type Overview, type UseRow } from '../api/admin/overview.js'
import { escapeHtml, htmlPage } from '../api/rest/html.js'
import { FOR_FORMS } from '../httpMessages/send.js'
import { Failure } from '../kernel/failure.js'
import { isMonth } from '../kernel/months.js'
import type { PagesHost } from './host.js'
import { createHtmlRoute, queryOf } from './htmlRoute.js'

const ROWS = 50
const CHALLENGE = 'Basic realm="mailproof operator", charset="UTF-8"'

const REFUSED = htmlPage(
  'Operator',
  `<h1>For the operator</h1>
<p>Sign in with the value of <code>ADMIN_TOKEN</code> as the password, and any user name.</p>`,
)

/**
 * `GET /admin`, for who knows the token: the password of Basic authentication, or a Bearer token. Wrong ones are counted as
 * unknown API keys are.
 */
export function createAdminPage(host: PagesHost, token: string) {
  const isToken = createComparison(token)
  return createHtmlRoute(host, ['GET', 'HEAD'], async (request, headers) => {
    const given = secretIn(request.headers.authorization)
    if (given === undefined || !isToken(given)) {
      if (given !== undefined) host.auth.countFailure(request, headers)
      headers['WWW-Authenticate'] = CHALLENGE
      return { status: 401, html: REFUSED }
    }
    const query = queryOf(request)
    const month = query.get('month') ?? undefined
    if (month !== undefined && !isMonth(month))
      throw new Failure('VALIDATION_ERROR', '`month` must be a month in the form `yyyy-mm`, such as `2026-11`.')
    const overview = await host
      .getOverview({ month, limit: ROWS, after: query.get('after') ?? undefined })
      .catch(refuseCursor)
    return { status: 200, html: htmlPage('Operator', bodyOf(overview)), security: FOR_FORMS }
  })
}

/** Compares in a time that depends on neither text. */
function createComparison(token: string): (given: string) => boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  const expected = digest(token)
  return (given) => timingSafeEqual(digest(given), expected)
}

/** The password, or the Bearer token (RFC 7617, RFC 6750); undefined if there is none. */
function secretIn(authorization = ''): string | undefined {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (/^bearer$/i.test(scheme)) return value
  if (!/^basic$/i.test(scheme)) return undefined
  const text = Buffer.from(value, 'base64').toString()
  return text.slice(text.indexOf(':') + 1)
}

function refuseCursor(error: unknown): never {
  if (error instanceof RangeError)
    throw new Failure('VALIDATION_ERROR', '`after` is not a cursor of this list and month.')
  throw error
}

function bodyOf({ month, accounts, next, limited, disabledWebhooks, readModels, lists }: Overview): string {
  const late = lateIn(readModels)
  const more =
    next === null
      ? ''
      : `<p><a href="/admin?month=${month}&amp;after=${encodeURIComponent(next)}">Next accounts</a></p>`
  return `<h1>This installation</h1>
<form><label>Month <input type="month" name="month" value="${month}" pattern="[0-9]{4}-[0-9]{2}" size="7" required></label> <button>Show</button></form>
<h2 id="use">Accounts by use</h2>
${table('use', USE_COLUMNS, accounts.map(useRow), 'No account has used anything in this month.')}${more}
<h2 id="limits">Near their limits, or at them</h2>
${table('limits', USE_COLUMNS, limited.map(useRow), 'No account has used 70&nbsp;% of its quota.')}
<h2 id="webhooks">Webhooks that the service disabled</h2>
${table(
  'webhooks',
  ['Webhook', 'Account', 'Reason', 'Since'],
  disabledWebhooks.map(({ webhook, account, reason, changedAt }) => [webhook, account, reason, changedAt]),
  'None.',
)}
<h2 id="models">Read models</h2>
${table(
  'models',
  ['Model', 'State', '#Behind'],
  late.map(({ model, state, lagMs }) => [model, state, `${(lagMs / 1_000).toFixed(1)} s`]),
  `All ${readModels.length} are up to date.`,
)}
<h2 id="lists">Lists of domains</h2>
<p>Version ${escapeHtml(lists.version)}, known to be the newest ${agoOf(lists.ageDays)}.</p>`
}

/** Columns of figures begin with #. */
const USE_COLUMNS = ['Owner', '#Used', '#Reserved', '#Per month', '#Told of', 'Plan', 'Account']

const useRow = ({ account, email, plan, charged, reserved, perMonth, told }: UseRow): string[] => [
  email,
  count(charged),
  count(reserved),
  count(perMonth),
  told === null ? '–' : `${told} %`,
  plan,
  account,
]

/** @param id of the heading that names it @param nothing HTML instead of a table without rows */
function table(id: string, columns: readonly string[], rows: readonly (readonly string[])[], nothing: string): string {
  if (rows.length === 0) return `<p class="soft">${nothing}</p>`
  const classOf = (at: number) => (columns[at]!.startsWith('#') ? ' class="figure"' : '')
  const head = columns.map((name, at) => `<th scope="col"${classOf(at)}>${name.replace('#', '')}</th>`)
  const body = rows.map(
    (row) => `<tr>${row.map((cell, at) => `<td${classOf(at)}>${escapeHtml(cell)}</td>`).join('')}</tr>`,
  )
  return `<div class="scroll" role="region" tabindex="0" aria-labelledby="${id}"><table><thead><tr>${head.join('')}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>`
}

const agoOf = (days: number): string => (days === 0 ? 'today' : days === 1 ? 'yesterday' : `${count(days)} days ago`)

const count = (value: number): string => value.toLocaleString('en-US')
