// Reads the corpora that suggestions are judged by.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'tldts'
import { install, universityDomains } from './packages.js'

/** A typed domain and the domain that was meant. */
export type Pair = readonly [typed: string, meant: string]

export interface Corpora {
  /** Typos that people collected. */
  readonly pairs: readonly Pair[]
  /** Domains of mail providers that suggest corrections to others. */
  readonly popular: readonly string[]
  /** Domains where people have mailboxes: a disposable verdict or a suggestion there is wrong. */
  readonly providers: readonly string[]
  /** Domains of companies, none of which is a typo. */
  readonly companies: readonly string[]
  /** Domains of universities and schools, none of which is a typo or disposable. */
  readonly universities: readonly string[]
  /** Domains of banks, and of the web sites with the most links to them. */
  readonly wellKnown: readonly string[]
  /** Domains that people visit; a source only where a list or the typo model could judge one wrongly. */
  readonly visited: readonly string[]
  /** Lists of disposable domains, by name. */
  readonly disposable: ReadonlyMap<string, readonly string[]>
  /** Domains of services that forward mail to their users. */
  readonly relays: readonly string[]
  /** Lists of free mailboxes, by name. */
  readonly free: ReadonlyMap<string, readonly string[]>
  /**
   * Lists in which free mailboxes are mixed with sold ones and with hosts (email-provider-links), or with domains that took
   * mail twenty years ago (SpamAssassin).
   */
  readonly partlyFree: ReadonlyMap<string, readonly string[]>
}

export interface Options {
  /** Where the hold-out packages are installed, or will be; a new temporary folder by default. */
  readonly folder?: string | undefined
  /** Files with more pairs, one `typed:meant` a line. */
  readonly typos: readonly string[]
  /** SpamAssassin's `20_freemail_domains.cf`. */
  readonly freemail?: string | undefined
}

const DETECTOR = 'disposable_email_detector/data'
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/
const NAMES = /(?<=["'])[a-z0-9-]+(?:\.[a-z0-9-]+)+(?=["'])/g

/** Reads all corpora. Throws if a package cannot be installed. */
export function readCorpora({ folder: given, typos, freemail }: Options): Corpora {
  const { npm: folder, pypi } = install(given)
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const json = (path: string) => JSON.parse(readFileSync(join(pypi, path), 'utf8')) as unknown
  const misp = (list: string) =>
    (json(`pymispwarninglists/data/misp-warninglists/lists/${list}/list.json`) as { list: string[] }).list.map((host) =>
      host.replace(/^\.|^www\./, ''),
    )
  const zootools = namesIn(read('@zootools/email-spell-checker/dist/lib/config/index.js'))
  const misspelled = ['top100', 'aol', 'hotmail', 'live', 'outlook', 'more', 'yahoo'].flatMap((list) =>
    namesIn(read(`email-misspelled/dist/cjs/domains/${list}.js`)),
  )
  const links = linkedProviders(read('@mikkelscheike/email-provider-links/dist/providers/emailproviders.json'))
  const popular = namesIn(read('email-misspelled/dist/cjs/domains/top100.js'))
  const mailcheck = namesIn(read('mailcheck/src/mailcheck.js'))
  const spamAssassin = freemail === undefined ? [] : spamAssassinDomains(readFileSync(freemail, 'utf8'))
  return {
    pairs: distinctPairs([
      ...mapped(read('emailtypocheck/dist/emailtypocheck.js')),
      ...grouped(read('@emailcheck/email-validator-js/dist/index.js')),
      ...expected(read('mailcheck/spec/mailcheckSpec.js')),
      ...typos.flatMap((file) => colonPairs(readFileSync(file, 'utf8'))),
    ]),
    popular: real([...popular, ...mailcheck]),
    providers: real([...zootools, ...misspelled, ...links, ...mailcheck]),
    companies: real(
      [...read('email-enricher/dist/data.js').matchAll(/Website: "(?:https?:\/\/)?(?:www\.)?([a-z0-9.-]+)/g)].map(
        (match) => match[1] ?? '',
      ),
    ),
    universities: real([
      ...universityDomains(join(folder, 'academic-email-verifier/domains')),
      ...misp('university_domains'),
    ]),
    wellKnown: real([...misp('bank-website'), ...misp('moz-top500')]),
    visited: real(misp('google-chrome-crux-1million')),
    disposable: new Map([
      ['burner-email-providers', real(read('burner-email-providers/emails.txt').split(/\s+/))],
      ['disposable-domains', real(JSON.parse(read('disposable-domains/index.json')) as string[])],
      ['is-burner-email', real(readFileSync(join(pypi, 'is_burner_email/data/blacklist.txt'), 'utf8').split(/\s+/))],
      ['disposable-email-detector', real(namesIn(JSON.stringify(json(`${DETECTOR}/disposable-domains.json`))))],
      ['the same, observed', real(namesIn(JSON.stringify(json(`${DETECTOR}/personally-observed-domains.json`))))],
    ]),
    relays: real(namesIn(JSON.stringify(json(`${DETECTOR}/forwarding-alias-domains.json`)))),
    free: new Map([
      ['email-misspelled', real(misspelled)],
      ['emailvalid', real(emailvalidFree(read('emailvalid/domains.json')))],
    ]),
    partlyFree: new Map([
      ['email-provider-links', real(links)],
      ...(freemail === undefined ? [] : [['SpamAssassin', real(spamAssassin)] as const]),
    ]),
  }
}

const namesIn = (text: string) => text.toLowerCase().match(NAMES) ?? []

const real = (domains: readonly string[]) =>
  [...new Set(domains)].filter((domain) => DOMAIN.test(domain) && isIcann(domain))

/** Whether the domain ends with a public suffix that ICANN delegated. */
export const isIcann = (domain: string) => parse(domain, { validateHostname: false }).isIcann === true

const mapped = (text: string) =>
  [...text.matchAll(/"([a-z0-9.-]+)":\s*"([a-z0-9.-]+)"/g)].map(([, typed = '', meant = '']): Pair => [typed, meant])

function grouped(text: string): Pair[] {
  const json = /typoPatternsJson = (\{.*?\});/.exec(text)?.[1] ?? '{}'
  return Object.entries(JSON.parse(json) as Record<string, string[]>).flatMap(([meant, typed]) =>
    typed.map((each): Pair => [each, meant]),
  )
}

const expected = (text: string) =>
  [...text.matchAll(/suggest\('test@([^']+)',.*toEqual\('([^']+)'\)/g)].map(
    ([, typed = '', meant = '']): Pair => [typed.toLowerCase(), meant],
  )

const colonPairs = (text: string) =>
  text.split('\n').flatMap((line): Pair[] => {
    const [typed, meant] = line.trim().split(':')
    return typed && meant ? [[typed, meant]] : []
  })

const distinctPairs = (pairs: readonly Pair[]) =>
  [...new Map(pairs.map((pair) => [pair[0], pair])).values()].filter(
    ([typed, meant]) => typed !== meant && DOMAIN.test(typed) && DOMAIN.test(meant),
  )

function linkedProviders(text: string): string[] {
  const { providers } = JSON.parse(text) as { providers: { type: string; domains?: string[] }[] }
  return providers.filter(({ type }) => type === 'public_provider').flatMap(({ domains = [] }) => domains)
}

const emailvalidFree = (text: string) =>
  Object.entries(JSON.parse(text) as Record<string, string>)
    .filter(([, kind]) => kind === 'freemail')
    .map(([domain]) => domain)

/** Patterns with wildcards are left out: they name no domain. */
const spamAssassinDomains = (text: string) =>
  text.split('\n').flatMap((line) => (line.startsWith('freemail_domains ') ? line.split(/\s+/).slice(1) : []))
