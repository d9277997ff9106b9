// A list of addresses whose verdicts are known before it is verified.
import type { Chance } from '../chance.js'
import type { Zone } from '../dns/server.js'

/** A row of the list, with its expected result. */
interface KnownRow {
  /** The address as in its cell. */
  readonly cell: string
  readonly status: 'valid' | 'invalid' | 'unknown'
  /** The reason code; empty if there is none. */
  readonly reason: '' | 'syntax' | 'dns' | 'null_mx'
}

export interface KnownList {
  readonly csv: string
  readonly rows: readonly KnownRow[]
  /** Distinct addresses, which are reserved; without the empty cells. */
  readonly distinct: number
  /** Those with a known verdict, which are charged. */
  readonly charged: number
  /** Every name in it, with its records. */
  zone(delayMs?: number): Zone
  /** The names of its last rows, none of which answers: a job of the list cannot end. */
  heldZone(): Zone
}

/** Names of one kind between two new ones: this many rows share each. */
const ROWS_A_NAME = 5
/** How far back a row's name may lie: a resumed batch sees earlier names and new ones. */
const SPREAD = 20

/**
 * A CSV file of addresses with known verdicts: deliverable, undeliverable and unknown ones, repetitions in another
 * case, texts that are not addresses, empty cells. New names occur throughout the list, so that each chunk queries DNS.
 */
export function knownList(count: number, chance: Chance): KnownList {
  const rows: KnownRow[] = []
  const seen = new Map<string, KnownRow>()
  const names = Math.ceil(count / ROWS_A_NAME)

  function newRow(index: number): KnownRow {
    const share = chance.between(1, 100)
    const place = Math.max(0, Math.floor(index / ROWS_A_NAME) - chance.between(0, SPREAD))
    const at = (kind: string) => `user.${index}@${kind}-${place}.mailproof.net`
    if (share <= 3) return { cell: '', status: 'invalid', reason: 'syntax' }
    if (share <= 10) return { cell: `no address ${chance.between(0, count)}`, status: 'invalid', reason: 'syntax' }
    if (share <= 16) return { cell: at('gone'), status: 'invalid', reason: 'dns' }
    if (share <= 22) return { cell: at('no-mail'), status: 'invalid', reason: 'null_mx' }
    if (share <= 32) return { cell: at('unsure'), status: 'unknown', reason: '' }
    if (share <= 45 && rows.length > 0) return again(chance.pick(rows))
    return { cell: at('good'), status: 'valid', reason: '' }
  }

  /** The same address, spelt differently. */
  const again = (row: KnownRow): KnownRow =>
    row.reason === 'syntax' ? row : { ...row, cell: ` ${row.cell.trim().toUpperCase()}` }

  for (let index = 0; index < count; index++) {
    const row = newRow(index)
    rows.push(row)
    if (row.cell !== '') seen.set(row.reason === 'syntax' ? row.cell : row.cell.trim().toLowerCase(), row)
  }

  return {
    csv: `id,email,note\r\n${rows.map(({ cell }, index) => `${index},${cell},${note(index)}\r\n`).join('')}`,
    rows,
    distinct: seen.size,
    charged: [...seen.values()].filter(({ status }) => status !== 'unknown').length,
    zone(delayMs = 0) {
      const zone: { [name: string]: Zone[string] } = { 'mx.mailproof.net': { A: ['93.184.215.14'] } }
      for (let place = 0; place < names; place++) {
        zone[`good-${place}.mailproof.net`] = { MX: [[10, 'mx.mailproof.net']], delayMs }
        zone[`no-mail-${place}.mailproof.net`] = { MX: [[0, '.']], delayMs }
        zone[`unsure-${place}.mailproof.net`] = { does: 'servfail', delayMs: delayMs / 2 }
        zone[`gone-${place}.mailproof.net`] = { missing: true, delayMs }
      }
      return zone
    },
    heldZone() {
      const places = Array.from({ length: Math.min(SPREAD + 1, names) }, (_, index) => names - 1 - index)
      const kinds = ['good', 'no-mail', 'unsure', 'gone']
      const held = places.flatMap((place) => kinds.map((kind) => `${kind}-${place}.mailproof.net`))
      return Object.fromEntries(held.map((name) => [name, { does: 'silent' } as const]))
    },
  }
}

/** Occasionally a line break, quotes, or a spreadsheet formula. */
const note = (index: number): string => (index % 97 === 0 ? `"=1+1 ""and""\r\n${index}"` : `n${index}`)
