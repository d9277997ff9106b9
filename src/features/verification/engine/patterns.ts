// Which v2 patterns an address matches: test, system, developer and others.
import { getSubdomain } from 'tldts'
import { PATTERNS, type Pattern } from './facts.js'
import type { Mailbox } from './mailbox.js'
import {
  BOUNCE_FIRST_WORDS,
  CI_WORDS,
  DEVELOPER_WORDS,
  ENVIRONMENT_LABELS,
  ENVIRONMENT_TLDS,
  RETURN_PATHS,
  SYSTEM_LABELS,
  SYSTEM_RUNS,
  SYSTEM_WORDS,
  TEMPORARY_WORDS,
  TEST_FIRST_WORDS,
  TEST_WORDS,
} from './patterns/words.js'

/** One word of a local part, in the forms that the word lists contain. */
interface Word {
  readonly whole: string
  /** Without a number at its end. */
  readonly bare: string
  /** The part before the first hyphen; '' without a hyphen. */
  readonly first: string
}

/** The parts of an address; the local part is in lower case, with `.` and `_` written as `-`. */
interface Parts {
  /** The part before the first `+`. */
  readonly base: Word
  /** The part after the first `+`; undefined without a `+`. */
  readonly tag: Word | undefined
  readonly domain: string
  readonly labels: readonly string[]
  /** The local part in lower case, as written. */
  readonly lower: string
}

/** The word without a number at its end and a hyphen before that. */
function withoutNumber(word: string): string {
  let end = word.length
  while (end > 0 && isDigit(word.charCodeAt(end - 1))) end--
  if (end < word.length && word.endsWith('-', end)) end--
  return word.slice(0, end)
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39

const SYSTEM_RUN = new RegExp(`(?:^|-)(?:${SYSTEM_RUNS.join('|')})(?:-|$)`)

function wordOf(whole: string): Word {
  return { whole, bare: withoutNumber(whole), first: whole.slice(0, Math.max(whole.indexOf('-'), 0)) }
}

const isTest = ({ whole, bare, first }: Word): boolean =>
  TEST_WORDS.has(bare) || DEVELOPER_WORDS.has(whole) || TEST_FIRST_WORDS.has(first)
const isBot = ({ whole }: Word): boolean => CI_WORDS.has(whole.endsWith('[bot]') ? whole.slice(0, -5) : whole)

const isEnvironment = (label: string): boolean => ENVIRONMENT_LABELS.has(withoutNumber(label))

/** Shared: most addresses match nothing. */
const NONE: readonly Pattern[] = []
const NO_LABELS: readonly string[] = []
/** A label that could matter, with or without a number at its end. */
const LABEL_OF_INTEREST = new RegExp(
  `(?:^|\\.)(?:${[...SYSTEM_LABELS, ...ENVIRONMENT_LABELS, ...ENVIRONMENT_TLDS].join('|')})-?[0-9]*(?:\\.|$)`,
)

/**
 * Where a local part could match a rule: a `+`, or the beginning of any word at the beginning of a part. Most have neither,
 * and are done with one test.
 */
const LOCAL_PART_OF_INTEREST = new RegExp(
  `\\+|(?:^|[-._])(?:${[
    ...TEST_WORDS,
    ...DEVELOPER_WORDS,
    ...TEST_FIRST_WORDS,
    ...SYSTEM_WORDS,
    ...SYSTEM_RUNS,
    ...BOUNCE_FIRST_WORDS,
    ...RETURN_PATHS.map((each) => each.replace('+', '\\+')),
    ...TEMPORARY_WORDS,
    ...CI_WORDS,
  ]
    .join('|')
    .replaceAll('-', '[-._]')})`,
)

/** Considers only labels below the registrable domain: `dev` in dev.example.net, but not in dev.to. */
function hasEnvironmentLabel(domain: string, labels: readonly string[]): boolean {
  if (ENVIRONMENT_TLDS.has(labels.at(-1) ?? '')) return true
  // The public suffix list is consulted only if it matters.
  if (!labels.some(isEnvironment)) return false
  return (getSubdomain(domain) ?? '').split('.').some(isEnvironment)
}

/**
 * The rules. Only whole words match, where a word is the base, the tag or a label of the domain; parts of a word never
 * match, so `contest`, `devin` and `tempest` match nothing.
 */
const RULES: Readonly<Record<Pattern, (parts: Parts) => boolean>> = {
  /** A `+` after at least one character (RFC 5233). */
  plus_addressing: ({ base, tag }) => tag !== undefined && base.whole !== '',
  /** Base or tag is a test word, or starts with one. */
  developer_test: ({ base, tag }) => isTest(base) || (tag !== undefined && isTest(tag)),
  /** The base is a system sender or contains a system word sequence, or a label of the domain is one. */
  system_email: ({ base, labels, lower }) =>
    SYSTEM_WORDS.has(base.whole) ||
    BOUNCE_FIRST_WORDS.has(base.first) ||
    SYSTEM_RUN.test(base.whole) ||
    RETURN_PATHS.some((each) => lower.startsWith(each)) ||
    labels.some((label) => SYSTEM_LABELS.has(label)),
  /** The whole base is a temporary word. Tags do not count, because the mailbox of `ada+temp` is Ada's own. */
  temporary: ({ base }) => TEMPORARY_WORDS.has(base.bare),
  /** A label below the registrable domain is an environment's name, or the last is a private top-level name. */
  development_env: ({ domain, labels }) => hasEnvironmentLabel(domain, labels),
  /** Base or tag is the name of a build service or its bot. */
  ci_cd: ({ base, tag }) => isBot(base) || (tag !== undefined && isBot(tag)),
}

/** What is said about an address at a privacy relay, where a word before the @ is made up for each sender. */
const AT_RELAYS: readonly Pattern[] = ['plus_addressing', 'system_email']

/** The v2 patterns that an address matches, in the order of `PATTERNS`. @param atRelay whether the domain is a privacy relay's */
export function patternsOf({ localContent, domain }: Mailbox, atRelay = false): readonly Pattern[] {
  const lower = localContent.toLowerCase()
  const name = domain.kind === 'name' ? domain.ascii : ''
  const hasLabels = LABEL_OF_INTEREST.test(name)
  if (!hasLabels && !LOCAL_PART_OF_INTEREST.test(lower)) return NONE
  const content = lower.replace(/[._]/g, '-')
  const plus = content.indexOf('+')
  const parts: Parts = {
    lower,
    base: wordOf(plus === -1 ? content : content.slice(0, plus)),
    tag: plus === -1 ? undefined : wordOf(content.slice(plus + 1)),
    domain: name,
    labels: hasLabels ? name.split('.') : NO_LABELS,
  }
  let found = NONE
  for (const pattern of atRelay ? AT_RELAYS : PATTERNS) if (RULES[pattern](parts)) found = [...found, pattern]
  return found
}
