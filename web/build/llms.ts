// What programs that read text get: a list of the pages, and all of them in one file (https://llmstxt.org).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocsPage } from './docs.js'
import type { DocsMap, Entry } from './map.js'
import { OUTPUT } from './paths.js'

const SUMMARY = `# mailproof

> A self-hosted service that says whether an email address can receive mail, and why: for sign-up forms, back ends and
> mailing lists. REST, GraphQL, a typed client, a command line. Every answer names its reasons.

Base URL of this service: {{origin}}. Send the API key as \`X-API-Key\`. For one address, call \`POST /v2/verify\` with
\`{"email": "…"}\` and read \`default_decision\` (\`allow\`, \`review\`, \`deny\`) and \`reasons\`. Sandbox keys (\`mpt_…\`) are free:
the part before the @ selects the verdict. The description of every operation is at {{origin}}/openapi.json.
`

/** Pages that are not Markdown, and what a program reads instead. */
const INSTEAD: { readonly [url: string]: string } = { '/docs/api': '/openapi.json' }

/** Writes `llms.txt`, and `llms-full.txt` with the text of every page of the map. */
export function writeLlms({ sections }: DocsMap, pages: readonly DocsPage[]): void {
  const isMarkdown = (url: string): boolean => pages.some((page) => page.url === url)
  const item = ({ url, name, sentence }: Entry): string =>
    `- [${name}]({{origin}}${INSTEAD[url] ?? (isMarkdown(url) ? `${url}.md` : url)}): ${sentence}`
  const lists = sections.map(({ title, entries }) => `## ${title}\n\n${entries.map(item).join('\n')}\n`)
  writeFileSync(join(OUTPUT, 'llms.txt'), [SUMMARY, ...lists].join('\n'))

  const texts = pages
    .filter(({ parent }) => parent === undefined)
    .map(({ url, markdown }) => `<!-- {{origin}}${url} -->\n\n${markdown}`)
  writeFileSync(join(OUTPUT, 'llms-full.txt'), [SUMMARY, ...texts].join('\n'))
  writeFileSync(join(OUTPUT, 'docs.md'), [SUMMARY, ...lists].join('\n'))
}
