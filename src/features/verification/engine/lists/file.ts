// The head of the generated list file: codes, sources and sections, and where its table begins.

/** Name, version and licence of a list, from the head of the generated file. */
export interface ListSource {
  readonly code: string
  readonly name: string
  readonly version: string
  readonly licence: string
}

/** The codes that follow an entry of the domain table. */
export const CODES = {
  /** Lists of disposable domains; each letter is a source. */
  disposable: 'cdjmpwx',
  /** The disposable list curated in this repository. */
  curated: 'c',
  /** Lists of mail providers. */
  provider: 'efg',
  /** Free mailboxes, by the curated file or because at least two lists of mail providers contain the domain. */
  free: 'F',
  /** A privacy relay. */
  relay: 'R',
  /** A known legitimate mail domain, by the curated file. */
  known: 'K',
  /** A web site that many people visit: somebody's own domain, not a slip of another. */
  website: 'T',
} as const

/** The parts of the generated file before its domain table; a section is its lines. */
export interface TableHeader {
  /** Date and hash of the content, `2026-11-26.3fa91c04d2b7`; '' if the file does not name it. */
  readonly version: string
  readonly sources: readonly ListSource[]
  readonly sections: ReadonlyMap<string, readonly string[]>
  /** Byte offset of the first line of the domain table. */
  readonly domainsAt: number
  /** Expected number of lines in the domain table. */
  readonly domainCount: number
}

const VERSION = '# version '
const DOMAINS = '\n[domains]\n'

/** Parses the head of the generated file. Throws if the file has another format. */
export function readTableHeader(bytes: Buffer): TableHeader {
  const mark = bytes.indexOf(DOMAINS, 0, 'latin1')
  if (mark === -1) throw new Error('The list file has no [domains] section')
  const sources: ListSource[] = []
  const sections = new Map<string, string[]>()
  let section: string[] = []
  let version = ''
  let domainCount = 0
  for (const line of bytes.toString('latin1', 0, mark).split('\n')) {
    if (line.startsWith('# source ')) sources.push(readSource(line))
    else if (line.startsWith(VERSION)) version = line.slice(VERSION.length)
    else if (line.startsWith('# domains ')) domainCount = Number(line.slice('# domains '.length))
    else if (line.startsWith('[')) {
      section = []
      sections.set(line.slice(1, -1), section)
    } else if (line !== '' && !line.startsWith('#')) section.push(line)
  }
  return { version, sources, sections, domainsAt: mark + DOMAINS.length, domainCount }
}

function readSource(line: string): ListSource {
  const [, , code = '', name = '', version = '', licence = ''] = line.split(' ')
  return { code, name, version, licence }
}
