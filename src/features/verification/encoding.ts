// How events encode what verdicts are based on.
import { createNumbering } from '../../kernel/numbering.js'
import type { Decision, V2Reason } from './engine/policy/reasonCodes.js'
import type {
  AddressesVerified,
  AddressVerified,
  JudgementColumns,
  RecordedRuling,
  Route,
  RulingColumns,
  VerdictStatus,
} from './events.js'

/** What v2's default policy decided, and the facts it decided by that events do not hold elsewhere. */
export interface Judgement {
  readonly decision: Decision
  /** The deciding reason first; at least one. */
  readonly reasons: readonly V2Reason[]
  readonly route: Route
}

/** Letters of recorded codes: one that has been used never changes its meaning. */
const DECISIONS: { readonly [decision in Decision]: string } = { allow: 'a', review: 'r', deny: 'd' }
const ROUTES: { readonly [route in Route]: string } = {
  explicit: 'e',
  implicit: 'i',
  null_mx: 'n',
  no_name: 'u',
  no_records: 'r',
  no_target: 't',
  not_public: 'p',
  timeout: 'o',
  error: 'x',
  none: '-',
}
const REASONS: { readonly [reason in V2Reason]: string } = {
  denied_by_operator: 'A',
  syntax_invalid: 'B',
  reserved_domain: 'C',
  no_records: 'D',
  null_mx: 'E',
  mx_absent: 'F',
  blackhole_mx: 'G',
  disposable: 'H',
  dns_timeout: 'I',
  dns_error: 'J',
  probable_typo: 'K',
  confusable: 'L',
  impossible_at_provider: 'M',
  parked_domain: 'N',
  address_literal: 'O',
  routed_local_part: 'P',
  quoted_local_part: 'Q',
  smtputf8_required: 'R',
  temporary: 'S',
  developer_test: 'T',
  development_env: 'U',
  ci_cd: 'V',
  system_email: 'W',
  role_account: 'X',
  allowed_by_operator: 'Y',
  privacy_relay: 'Z',
  implicit_mx: 'a',
  plus_addressing: 'b',
  deliverable: 'c',
  known_bounce: 'k',
  no_such_mailbox: 'd',
  mailbox_full: 'e',
  accept_all: 'f',
}

/** Letters of v1's statuses and reasons in the columns of lists; a row without a reason has `-`. */
export const STATUS_LETTERS = { valid: 'v', invalid: 'i', unknown: 'u' } as const
export const V1_REASON_LETTERS = {
  syntax: 's',
  dns: 'd',
  mx: 'm',
  null_mx: 'n',
  reserved_domain: 'r',
  known_bounce: 'k',
  no_such_mailbox: 'x',
} as const

const inverse = <Name extends string>(letters: Readonly<Record<Name, string>>): ReadonlyMap<string, Name> =>
  new Map(Object.entries<string>(letters).map(([name, letter]) => [letter, name as Name]))

const STATUS_OF = inverse(STATUS_LETTERS)
const V1_REASON_OF = inverse(V1_REASON_LETTERS)

export const statusOf = (letter: string): VerdictStatus => STATUS_OF.get(letter)!
/** @returns undefined if there is none */
export const v1ReasonOf = (letter: string): keyof typeof V1_REASON_LETTERS | undefined => V1_REASON_OF.get(letter)

const DECISION_OF = inverse(DECISIONS)
const ROUTE_OF = inverse(ROUTES)
const REASON_OF = inverse(REASONS)

/** A judgement as a code: the letters of its decision, its route and its reasons. */
export function judgementCode({ decision, route, reasons }: Judgement): string {
  let code = DECISIONS[decision] + ROUTES[route]
  for (const reason of reasons) code += REASONS[reason]
  return code
}

/** The code of a single verification; empty if its judgement was not recorded. */
export function codeOf({ decision, reasons, route }: AddressVerified['data']): string {
  if (decision === null) return ''
  const known = (reasons as readonly V2Reason[] | undefined) ?? (['deliverable'] as const)
  return judgementCode({ decision, reasons: known, route: route ?? 'explicit' })
}

/** The judgements of rows as codes: neighbours often share one. */
export function judgementCodes(rows: readonly { readonly judgement: Judgement }[]): string[] {
  let last: Judgement | undefined
  let code = ''
  return rows.map(({ judgement }) => {
    if (judgement !== last) code = judgementCode(judgement)
    last = judgement
    return code
  })
}

export function parseJudgement(code: string): Judgement {
  const reasons: V2Reason[] = []
  for (let at = 2; at < code.length; at++) reasons.push(REASON_OF.get(code[at]!)!)
  return { decision: DECISION_OF.get(code[0]!)!, route: ROUTE_OF.get(code[1]!)!, reasons }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const DIGIT = new Map([...DIGITS].map((digit, value) => [digit, value]))

/** @param rows the code of each row; at most 4,096 of them are distinct */
export function encodeCodes(rows: Iterable<string>): Required<JudgementColumns> {
  const numbering = createNumbering<string>()
  const places: number[] = []
  for (const code of rows) places.push(numbering.of(code))
  const codes = numbering.values()
  const wide = codes.length > DIGITS.length
  let code = ''
  for (const place of places) code += wide ? DIGITS[place >> 6]! + DIGITS[place & 63]! : DIGITS[place]!
  return { codes, code }
}

/** The index in `codes` of a row's judgement. */
function codeIndexAt(code: string, row: number, rows: number): number {
  const wide = code.length > rows
  if (!wide) return DIGIT.get(code[row]!)!
  return DIGIT.get(code[2 * row]!)! * DIGITS.length + DIGIT.get(code[2 * row + 1]!)!
}

/** The code of a row's judgement; undefined in events of version 1. @param rows number of rows of the columns */
export function codeAt({ codes, code }: JudgementColumns, row: number, rows: number): string | undefined {
  return codes && code !== undefined ? codes[codeIndexAt(code, row, rows)] : undefined
}

/**
 * Why a row of a synchronous batch has no domain: null if it has none, undefined if it was left out because the event was full.
 * @param status letter of the row's status @param code of its judgement @param reason letter of v1's reason
 */
export function domainless(status: string, code: string | undefined, reason: string): null | undefined {
  if (reason === V1_REASON_LETTERS.syntax) return null
  const route = code === undefined ? undefined : parseJudgement(code).route
  return status === STATUS_LETTERS.valid && route === 'none' ? null : undefined
}

/** The suggested domains of rows, by the row's index. */
export function suggestionsOf({
  suggestions = [],
  suggestion = [],
}: Pick<AddressesVerified['data'], 'suggestions' | 'suggestion'>): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  for (let at = 0; at < suggestion.length; at += 2) found.set(suggestion[at]!, suggestions[suggestion[at + 1]!]!)
  return found
}

/** Reasons of the category allow, and failed lookups. */
const HARMLESS = new Set<V2Reason>([
  'allowed_by_operator',
  'privacy_relay',
  'accept_all',
  'implicit_mx',
  'plus_addressing',
  'deliverable',
  'dns_timeout',
  'dns_error',
])

/** Whether anything but a failed lookup keeps a judgement from being `allow`: `isDoubtful` without the reasons' texts. */
export function isDoubtfulCode(code: string): boolean {
  const { reasons } = parseJudgement(code)
  return reasons[0] !== 'allowed_by_operator' && reasons.some((reason) => !HARMLESS.has(reason))
}

/** Hex digits of an API key's id that events hold: enough to tell the keys of an account apart. */
const KEY_DIGITS = 5

/** The API key of a request, as events hold it: the last digits of its id as a number. */
export const keyOf = (id: string): number => Number.parseInt(id.slice(-KEY_DIGITS), 16)

/** The last digits of the id of an API key. */
export const keyEnd = (recorded: number): string => recorded.toString(16).padStart(KEY_DIGITS, '0')

/** The version of the lists as events hold it: one word, for a dictionary of frequent words. */
export const listsOf = (version: string | undefined): string | null =>
  version === undefined ? null : `v${version.replaceAll('.', '-')}`

/** The version of the lists as it is shown: `2026-11-26.3fa91c04d2b7`. */
export const listsVersion = (recorded: string): string => recorded.slice(1).replace(/-(?=[^-]*$)/, '.')

/** A ruling as a code: the letters of its action and of the lists, then the name of the rule. */
export const rulingCode = ({ action, listed, rule = '' }: Omit<RecordedRuling, 'version'>): string =>
  (action === undefined ? '-' : DECISIONS[action]) +
  (listed === undefined ? '-' : listed === 'ad' ? 'b' : listed) +
  rule

/** The ruling of a code. */
export function parseRuling(code: string): Omit<RecordedRuling, 'version'> {
  const action = DECISION_OF.get(code[0]!)
  const listed = code[1] === '-' ? undefined : code[1] === 'b' ? 'ad' : (code[1] as 'a' | 'd')
  const rule = code.slice(2)
  return { ...(action && { action }), ...(listed && { listed }), ...(rule !== '' && { rule }) }
}

/** What a rule or a list decided, as such a code without the lists that have the address; empty if v2's default decision holds. */
export function decidedCode(ruling: RecordedRuling | undefined): string {
  if (ruling?.rule === undefined) return ''
  const { listed, ...decided } = ruling
  return rulingCode(decided)
}

/** Maximum size of the names of mail exchanges in an event; beyond it they are left out. */
const MAX_EXCHANGE_BYTES = 16 * 1024

/** The rulings of rows as columns; undefined without rules. */
export function encodeRulings(
  rows: readonly { readonly ruling?: { readonly recorded: RecordedRuling } | undefined }[],
): RulingColumns | undefined {
  const first = rows.find(({ ruling }) => ruling !== undefined)
  if (!first) return undefined
  const { version, hour } = first.ruling!.recorded
  const rulings = rows.map(({ ruling }) => ruling?.recorded)
  const columns = { version, ...encodeCodes(rulings.map((ruling) => rulingCode(ruling ?? {}))) }
  const mx = rulings.some((ruling) => ruling?.mx) && encodeCodes(rulings.map((ruling) => ruling?.mx?.join(' ') ?? ''))
  const fits = mx && mx.codes.reduce((bytes, names) => bytes + names.length, 0) <= MAX_EXCHANGE_BYTES
  return { ...columns, ...(hour !== undefined && { hour }), ...(fits && { mx }) }
}

/** The ruling of a row; undefined without rules. @param rows number of rows of the columns */
export function rulingAt(columns: RulingColumns | undefined, row: number, rows: number): RecordedRuling | undefined {
  if (!columns) return undefined
  const { version, hour, mx } = columns
  const names = mx && codeAt(mx, row, rows)
  return {
    version,
    ...parseRuling(codeAt(columns, row, rows)!),
    ...(hour !== undefined && { hour }),
    ...(names !== undefined && { mx: names === '' ? [] : names.split(' ') }),
  }
}
