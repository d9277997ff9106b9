// One page per error code, from the sections of `docs/errors.md` and the examples of the contract.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { errorOf } from '../../src/client/errors.js'
import { type Made, plain } from './made.js'
import type { Source } from './markdown.js'
import { OPENAPI } from './paths.js'

const HEADING = /^## (?=[A-Z_]+$)/m
const BASE_URL = 'http://localhost:8080'

export function errorPages({ text }: Source): readonly Made[] {
  const { components, paths } = parse(readFileSync(OPENAPI, 'utf8'))
  // What many operations share comes first: it says least about one of them.
  const examples = examplesIn([components, paths])
  const [, ...sections] = text.split(HEADING)
  return sections.map((section) => {
    const [code = '', ...lines] = section.trim().split('\n')
    const { status, meaning, advice } = partsOf(code, lines.join('\n').trim())
    return {
      path: `errors/${code}.md`,
      name: code,
      description: `${status} ${code}: ${plain(meaning)}`,
      text: pageOf(code, { status, meaning, advice }, examples.get(code)),
    }
  })
}

/** The bodies that the contract has as examples, by code; the first of each. */
function examplesIn(value: unknown, found = new Map<string, ErrorBody>()): ReadonlyMap<string, ErrorBody> {
  if (typeof value !== 'object' || value === null) return found
  const { error } = value as Partial<ErrorBody>
  if (typeof error?.code === 'string' && !found.has(error.code)) found.set(error.code, value as ErrorBody)
  for (const part of Object.values(value)) examplesIn(part, found)
  return found
}

interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly docs_url?: string }
}

interface Parts {
  readonly status: string
  readonly meaning: string
  readonly advice: string
}

/** A section of `docs/errors.md`: the status, what the code means, and what to do. */
function partsOf(code: string, section: string): Parts {
  const found = /^HTTP status (\d+)\.\s+([\s\S]+?)\s+\*\*What to do\.\*\*\s+([\s\S]+)$/.exec(section)
  if (!found) throw new Error(`docs/errors.md: ${code} needs its status, a paragraph, and what to do.`)
  const [, status, meaning, advice] = found as unknown as [string, string, string, string]
  return { status, meaning, advice }
}

function pageOf(code: string, { status, meaning, advice }: Parts, example: ErrorBody | undefined): string {
  const [title] = /^[\s\S]+?\.(?=\s|$)/.exec(meaning) as unknown as [string]
  const more = meaning.slice(title.length).trim()
  // Some errors belong to no operation of the contract.
  const { error, ...rest } = example ?? { error: { code, message: plain(title) } }
  const { message, ...members } = error
  const body = { ...rest, error: { message, ...members, docs_url: `${BASE_URL}/docs/errors/${code}` } }
  return `# ${title.replace(/\.$/, '').replace(/\s+/g, ' ')}

\`${code}\`, HTTP status ${status}.

${more === '' ? '' : `${more}\n\n`}## What to do

${advice}

## An answer that has it

\`\`\`json
${JSON.stringify(body, null, 2)}
\`\`\`

## In code

${
  isRetried(code, Number(status))
    ? 'The client tries again by itself where that is safe; this is what it throws at last:'
    : 'The message may change, the code does not:'
}

\`\`\`ts tab=TypeScript
import { MailproofError } from 'mailproof/client'

export const isThis = (error: unknown): boolean =>
  error instanceof MailproofError && error.code === '${code}'
\`\`\`

\`\`\`python tab=Python
def is_this(answer):
    """Whether an answer of the library requests is this error."""
    code = "${code}"
    return answer.status_code == ${status} and answer.json()["error"]["code"] == code
\`\`\`
`
}

/** Whether the client tries again by itself, if the request may be repeated. */
const isRetried = (code: string, status: number): boolean =>
  code !== 'UPSTREAM_ERROR' && errorOf(new Response(null, { status }), JSON.stringify({ error: { code } })).retryable
