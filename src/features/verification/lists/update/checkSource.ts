import { parse } from 'tldts'
import { CODES } from '../../engine/lists/file.js'
import { readCurated } from '../curated.js'
import type { PackagedList } from '../sources.js'
import { readCanaries } from './canaries.js'
import { ListsRefused } from './refused.js'

/** The longest domain name, RFC 1035 section 2.3.4. An entry may be one in another encoding, so some more is allowed. */
const MAX_ENTRY_LENGTH = 512
const MAX_ENTRIES = 2_000_000
/** Share of entries that may be no domain names: every list has a few. */
const MAX_UNFIT = 0.01
const FIT = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]*\.)+[\p{L}\p{M}\p{N}-]+$/u

/**
 * Checks a list as its publisher offers it, before it is compiled: the compiler drops entries that are unfit or that it
 * knows better, but a list with such ones cannot be trusted with the others.
 * @throws ListsRefused
 */
export function checkSource({ code, name, version, entries }: PackagedList): void {
  const refuse = (reason: string): never => {
    throw new ListsRefused(`${name} ${version} ${reason}.`)
  }
  if (entries.length > MAX_ENTRIES) refuse(`has ${entries.length} entries, more than ${MAX_ENTRIES}`)
  const { majors, suffixes } = protectedNames()
  const isOfDisposable = CODES.disposable.includes(code)
  let unfit = 0
  let example = ''
  for (const entry of entries) {
    if (entry.length > MAX_ENTRY_LENGTH) refuse(`has an entry of ${entry.length} characters`)
    const domain = entry.trim().toLowerCase()
    const base = domain.replace(/^\*\.?/, '')
    if (isOfDisposable && majors.has(base)) refuse(`calls ${base}, a large provider, disposable`)
    if (isOfDisposable && suffixes.has(base)) refuse(`lists ${domain}, below which anyone registers domains`)
    if (domain === '*') refuse('lists *, which is every domain')
    if (FIT.test(domain)) continue
    unfit += 1
    example ||= domain
  }
  if (unfit > MAX_UNFIT * entries.length)
    refuse(`has ${unfit} entries that are no domain names, such as ${JSON.stringify(example.slice(0, 60))}`)
}

/** Large providers, and the public suffixes of all domains that are protected. */
function protectedNames() {
  const majors = new Set(
    readCurated('providers').flatMap((line) => (line.endsWith(' major') ? [line.split(' ')[0] ?? ''] : [])),
  )
  const suffixes = new Set([...readCanaries()].map((name) => parse(name).publicSuffix ?? ''))
  return { majors, suffixes }
}
