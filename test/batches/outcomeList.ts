// A list that has every kind of verdict, with the expected result of each row.
import { domainToASCII } from 'node:url'
import { parse } from 'csv-parse/sync'
import { extractAddress } from '../../src/features/batches/input/cell/readCell.js'
import { V1_REASONS } from '../../src/features/verification/engine/policy/reasonCodes.js'
import type { Zone } from '../../testbed/dns/server.js'
import { VERDICTS, type VerdictCase } from '../verification/verdictCases.js'
import { verdictZone } from '../verification/verdictZone.js'

/** Addresses whose results another account contributes to the signal pool before the list is verified. */
export const POOLED = Array.from({ length: 20 }, (_, index) =>
  index % 2 === 0 ? `pooled.${index}@explicit.mailproof.net` : `pooled.${index}@null-mx.mailproof.net`,
)

/**
 * Rows of one kind. `outcome` is a verdict of v1 as in `VerdictCase`, followed by the words `disposable`, `role`, `typo`
 * (a suggestion), `doubtful` (v2 would not allow it, by more than a failed lookup) and `pooled`.
 */
interface Kind {
  readonly outcome: string
  /** The cell of the address. @param n number of earlier rows of this kind */
  readonly cell: (n: number) => string
}

const isFailing = (v1: string): boolean => v1 === 'unknown' || v1 === 'fallback'

/** Different people if the case is about a domain; otherwise the same address, in capital letters every other time. */
function cellOf({ email, v1 }: VerdictCase, n: number): string {
  if (!email.startsWith('ada@')) return n % 2 === 1 && v1 !== 'syntax' ? email.toUpperCase() : email
  // Failed lookups are not cached, so only few addresses need one.
  return email.replace('ada@', `ada.${isFailing(v1) ? n % 3 : n}@`)
}

/** Upload cells are read as people write them, so addresses with anything around them are left out. */
const JUDGED = VERDICTS.filter(({ email }) => email !== '' && extractAddress(email) === email)

const KINDS: readonly Kind[] = [
  ...JUDGED.map((each) => ({
    outcome: [
      each.v1,
      ...(each.flags ?? []),
      ...(each.didYouMean === undefined ? [] : ['typo']),
      ...(each.v1 === 'valid' && each.v2[0] !== 'allow' ? ['doubtful'] : []),
    ].join(' '),
    cell: (n: number) => cellOf(each, n),
  })),
  { outcome: 'valid pooled', cell: (n) => POOLED[(2 * n) % POOLED.length]! },
  { outcome: 'null_mx pooled', cell: (n) => POOLED[(2 * n + 1) % POOLED.length]! },
  { outcome: 'valid disposable typo', cell: (n) => `user${n}@gmial.com` },
  { outcome: 'unknown role', cell: () => 'postmaster@servfail.mailproof.net' },
  { outcome: 'unknown disposable', cell: (n) => `user${n % 3}@late.mailinator.com` },
  { outcome: 'dns role disposable', cell: () => 'info@gone.mailinator.com' },
  { outcome: 'syntax', cell: (n) => `no address ${n}` },
  { outcome: 'syntax empty', cell: (n) => ['', '  ', '\u00a0'][n % 3]! },
  { outcome: 'valid', cell: (n) => `  user${n}@explicit.mailproof.net ` },
  {
    outcome: 'valid',
    cell: (n) => ['grete@bücher.net', 'grete@xn--bcher-kva.net', 'GRETE@BÜCHER.NET', 'grete@bu\u0308cher.net'][n % 4]!,
  },
  { outcome: 'valid', cell: (n) => ['otto@explicit.mailproof.net', '"otto"@Explicit.mailproof.net'][n % 2]! },
]

export const outcomeZone = (): Zone => ({ ...verdictZone(), 'late.mailinator.com': { does: 'servfail' } })

const quoted = (cell: string): string => (/[";\s]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A CSV file with an outcome of every kind; the column `Outcome` has that of its row. */
export function outcomeList(rows: number): string {
  const seen = KINDS.map(() => 0)
  const lines = Array.from({ length: rows }, (_, row) => {
    const at = row % KINDS.length
    const { outcome, cell } = KINDS[at]!
    const blank = row % 100 === 99 ? '\r\n' : ''
    return `${row};${quoted(cell(seen[at]!++))};${outcome}\r\n${blank}`
  })
  return `Nr;E-Mail;Outcome\r\n${lines.join('')}`
}

/** The case of `VERDICTS` behind each kind, for what v2 says of it. */
export const judgedCases = JUDGED

export interface ListedRow {
  readonly email: string
  readonly status: 'valid' | 'invalid' | 'unknown'
  readonly reason: string
  readonly words: readonly string[]
  /** The same text for the same address. */
  readonly identity: string
  readonly isFallback: boolean
}

/** The rows of an outcome list, read by another parser than the product's. */
export const rowsOf = (csv: string | Buffer): (ListedRow & { readonly cells: Readonly<Record<string, string>> })[] =>
  (parse(csv, { delimiter: ';', columns: true, skip_empty_lines: true }) as Record<string, string>[]).map((cells) => {
    const [verdict = '', ...words] = cells.Outcome!.split(' ')
    const email = cells['E-Mail']!.trim()
    const isInvalid = (V1_REASONS as readonly string[]).includes(verdict)
    return {
      cells,
      email,
      words,
      status: isInvalid ? 'invalid' : verdict === 'unknown' ? 'unknown' : 'valid',
      reason: isInvalid ? verdict : '',
      identity: verdict === 'syntax' ? email : identityOf(email),
      isFallback: verdict === 'fallback',
    }
  })

/** Case does not matter, and neither do unnecessary quotes or the form in which a domain is written. */
function identityOf(email: string): string {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at).normalize('NFC').toLowerCase()
  const domain = email.slice(at + 1).toLowerCase()
  return `${local.replace(/^"([\w.+-]+)"$/, '$1')}@${domain.startsWith('[') ? domain : domainToASCII(domain)}`
}

export interface Counts {
  readonly total: number
  readonly processed: number
  readonly valid: number
  readonly invalid: number
  readonly unknown: number
  readonly disposable: number
  readonly role: number
  readonly distinct: number
  readonly charged: number
}

/** The counts of these rows, and their charge: each distinct address once, unless DNS could not confirm it. */
export function countsOf(rows: readonly ListedRow[]): Counts {
  const withStatus = (status: string) => rows.filter((row) => row.status === status).length
  const withWord = (word: string) => rows.filter(({ words }) => words.includes(word)).length
  const addresses = rows.filter(({ email }) => email !== '')
  const confirmed = addresses.filter(({ status, isFallback }) => status !== 'unknown' && !isFallback)
  return {
    total: rows.length,
    processed: rows.length,
    valid: withStatus('valid'),
    invalid: withStatus('invalid'),
    unknown: withStatus('unknown'),
    disposable: withWord('disposable'),
    role: withWord('role'),
    distinct: new Set(addresses.map(({ identity }) => identity)).size,
    charged: new Set(confirmed.map(({ identity }) => identity)).size,
  }
}
