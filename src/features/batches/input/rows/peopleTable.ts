// Finds the rows of an upload that repeat an address or a person.
import { canonicalAddress, normalizeAddress, parseMailbox } from '../../../verification/index.js'
import type { PeopleCounts } from '../../events.js'
import { createDedupeTable, type DedupeEntry } from './dedupeTable.js'
import type { InputRow } from './rowText.js'

/** The text is only the normalized form of an address: no row has it so far. */
const NORMALIZED_ONLY = 1
/** Several rows belong to this person. */
const REPEATED = 2

/**
 * Finds rows that repeat an earlier address, and rows of a person whom an earlier row names by another address. Addresses and
 * their normalized forms are in one table, because most addresses are their own normalized form.
 */
export function createPeopleTable() {
  const seen = createDedupeTable()
  let distinct = 0
  let people = 0
  let repeated = 0
  let duplicates = 0

  /** Counts a row of a person of an earlier row. @param person the entry of the normalized address */
  function repeat(person: DedupeEntry): void {
    duplicates++
    if (person.flags & REPEATED) return
    repeated++
    person.set(person.row, person.flags | REPEATED)
  }

  /** A row whose address is its own normalized form. */
  function plainRow(email: string, canonical: string, row: number): InputRow {
    const found = seen.seen(canonical, row)
    if (!found) {
      distinct++
      people++
      return { email, sameAs: undefined }
    }
    repeat(found)
    if (!(found.flags & NORMALIZED_ONLY)) return { email, sameAs: found.row }
    distinct++
    found.set(row, REPEATED)
    return { email, sameAs: undefined, alias: true }
  }

  function aliasRow(email: string, canonical: string, normalized: string, row: number): InputRow {
    const found = seen.seen(canonical, row)
    const person = seen.seen(normalized, row, NORMALIZED_ONLY)
    if (person) repeat(person)
    else people++
    if (found) return { email, sameAs: found.row }
    distinct++
    return person ? { email, sameAs: undefined, alias: true } : { email, sameAs: undefined }
  }

  return {
    rowOf(email: string, row: number): InputRow {
      const parsed = parseMailbox(email)
      const canonical = canonicalAddress(email, parsed)
      if (!parsed.ok) return plainRow(email, canonical, row)
      const { normalized } = normalizeAddress(parsed.mailbox)
      return normalized === canonical ? plainRow(email, canonical, row) : aliasRow(email, canonical, normalized, row)
    },
    summary: (): { readonly distinct: number; readonly people: PeopleCounts } => ({
      distinct,
      people: { total: people, repeated, duplicates },
    }),
  }
}
