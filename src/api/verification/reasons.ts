// The HTML pages that explain the reasons: the list at /docs/reasons, and one page for each.
import { REASONS, reasonBySlug } from '../../features/verification/index.js'
import { type Prepared, prepareText } from '../../httpMessages/prepared.js'
import { Failure } from '../../kernel/failure.js'
import type { PublicOperation } from '../operation.js'
import { escapeHtml, htmlPage } from '../rest/html.js'
import { contentOf } from '../rest/prepared.js'

const HEADERS = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }

const LIST = prepareText(
  htmlPage(
    'Reasons',
    `<h1>Reasons</h1>
<p class="soft">Every answer of <code>/v2/verify</code> names its reasons; <code>/v1/verify</code> names one if the
address is invalid. <a href="/docs/verdicts">How the verdicts compare</a>.</p>
<ul>${Object.values(REASONS)
      .map(
        ({ slug, code, sentence, versions }) =>
          `<li><a href="/docs/reasons/${slug}"><code>${escapeHtml(code)}</code></a> <span class="tag">${versions.join(', ')}</span><br>${escapeHtml(sentence)}</li>`,
      )
      .join('\n')}</ul>`,
    '/docs',
  ),
)
/** By slug, each made when it is first asked for. */
const pages = new Map<string, Prepared>()

export const listReasons: PublicOperation<'listReasons'> = () => ({
  status: 200,
  headers: HEADERS,
  body: contentOf<string>(LIST),
})

export const getReason: PublicOperation<'getReason'> = ({ params: { slug } }) => {
  const page = pages.get(slug) ?? prepareText(pageOf(slug))
  pages.set(slug, page)
  return { status: 200, headers: HEADERS, body: contentOf<string>(page) }
}

/** @throws Failure NOT_FOUND */
function pageOf(slug: string): string {
  const reason = reasonBySlug(slug)
  if (!reason) throw new Failure('NOT_FOUND', 'Unknown reason. See /docs/reasons for all reasons.')
  const { code, category, sentence, visitor, explanation, source, versions } = reason
  const body = `<p><a href="/docs/reasons">All reasons</a></p>
<h1>${escapeHtml(sentence)}</h1>
<p><code>${escapeHtml(code)}</code> <span class="tag">${category}</span></p>
<p>${escapeHtml(explanation)}</p>
<p class="soft">A code of ${versions.map((version) => `<code>/${version}/verify</code>`).join(' and ')}.</p>
<h2>What to say to the visitor</h2>
<p>${escapeHtml(visitor)}</p>
<h2>Where the rule comes from</h2>
<p>${escapeHtml(source)}</p>`
  return htmlPage(sentence, body, '/docs')
}
