import { REASONS } from '../../features/verification/index.js'
import { escapeHtml, page } from '../html.js'
import type { PublicOperation } from '../operation.js'

export const listReasons: PublicOperation<'listReasons'> = () => ({
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  body: page('Why an address was judged as it was', BODY),
})

const BODY = `<p class="tag">mailproof</p>
<h1>Why an address was judged as it was</h1>
<p class="soft">Every verdict names its reasons. These are all of them.</p>
<ul>${Object.values(REASONS)
  .map(
    ({ slug, code, sentence }) =>
      `<li><a href="/docs/reasons/${slug}"><code>${escapeHtml(code)}</code></a><br>${escapeHtml(sentence)}</li>`,
  )
  .join('\n')}</ul>`
