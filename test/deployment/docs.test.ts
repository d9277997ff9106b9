// The documentation in the repository: its links, and its map.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS = ['.', 'docs', 'docs/guides', 'docs/adr']
/** Links to pages of the service, which begin with a slash, are tested by test/pages. */
const LINK = /\[[^\]]*\]\((?!https?:|mailto:|\/)([^)\s]+)\)/g
const MAX_README_BYTES = 5_120

const pages = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

/** The id that GitHub gives a heading: lower case, no punctuation, hyphens for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, text]) => anchorOf(text!))

/** Why a relative link leads nowhere; undefined when it resolves. */
function problemOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path))
  if (!statSync(join(ROOT, target), { throwIfNoEntry: false })) return `${link}: no such file`
  if (anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor))
    return `${link}: no such heading`
  return undefined
}

describe('documentation', () => {
  test.each(pages)('every relative link in %s resolves', (page) => {
    const links = [...read(page).matchAll(LINK)].map(([, link]) => link!)
    expect(links.map((link) => problemOf(page, link)).filter((problem) => problem !== undefined)).toEqual([])
  })

  test('README.md has at most 5 KB', () => {
    expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(MAX_README_BYTES)
  })

  test('README.md links the map of the documentation, which lists every page once, with a sentence', () => {
    expect(read('README.md')).toContain('(docs/README.md)')
    const listed = [...read('docs/README.md').matchAll(/^\* \[[^\]]+\]\(([\w/-]+\.md)\): \S.+\.$/gm)].map(
      ([, path]) => path!,
    )
    const decisions = 'docs/adr'
    const expected = [
      ...pages.filter((page) => page.startsWith('docs/') && dirname(page) !== decisions && page !== 'docs/README.md'),
      `${decisions}/README.md`,
    ]
    expect(listed.map((path) => `docs/${path}`).toSorted()).toEqual(expected.toSorted())
  })
})
