/** Name, version and licence of a list, as the generated file's head states them. */
export interface Source {
  readonly code: string
  readonly name: string
  readonly version: string
  readonly licence: string
}

/** What an entry of the domain table is, by the codes that stand behind it. */
export const CODES = {
  /** Lists of disposable domains; each letter is a source. */
  disposable: 'cdjmw',
  /** The one of them that is kept here, entry by entry. */
  curated: 'c',
  /** Lists of mail providers. */
  provider: 'ef',
  /** Free, by the curated file or because both lists of providers have it. */
  free: 'F',
  /** A privacy relay. */
  relay: 'R',
  /** Known to be a real mail domain, by the curated file. */
  known: 'K',
} as const

/** The parts of the generated file before its domain table; a section is its lines. */
export interface Head {
  readonly sources: readonly Source[]
  readonly sections: ReadonlyMap<string, readonly string[]>
  /** Where the first line of the domain table starts. */
  readonly domainsAt: number
  /** How many lines the domain table should have. */
  readonly domainCount: number
}

const DOMAINS = '\n[domains]\n'

/** Reads the head of the generated file. Throws when it is not such a file. */
export function readHead(bytes: Buffer): Head {
  const mark = bytes.indexOf(DOMAINS, 0, 'latin1')
  if (mark === -1) throw new Error('The lists have no [domains] section')
  const sources: Source[] = []
  const sections = new Map<string, string[]>()
  let section: string[] = []
  let domainCount = 0
  for (const line of bytes.toString('latin1', 0, mark).split('\n')) {
    if (line.startsWith('# source ')) sources.push(readSource(line))
    else if (line.startsWith('# domains ')) domainCount = Number(line.slice('# domains '.length))
    else if (line.startsWith('[')) {
      section = []
      sections.set(line.slice(1, -1), section)
    } else if (line !== '' && !line.startsWith('#')) section.push(line)
  }
  return { sources, sections, domainsAt: mark + DOMAINS.length, domainCount }
}

function readSource(line: string): Source {
  const [, , code = '', name = '', version = '', licence = ''] = line.split(' ')
  return { code, name, version, licence }
}
