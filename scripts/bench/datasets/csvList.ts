// Generates a large list of addresses, row by row.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/** A row of the benchmark's list and its expected result. */
interface ListRow {
  readonly email: string
  readonly valid: boolean
  /** The same mailbox occurs in an earlier row. */
  readonly repeated: boolean
}

export const PROVIDERS = [
  'gmail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'aol.com',
  'gmx.net',
  'proton.me',
  'web.de',
  'mail.ru',
  'live.com',
  'orange.fr',
]
export const OTHER_DOMAINS = 50_000
export const otherDomain = (index: number): string => `n${index}.mailbench.net`

const LOCAL_PARTS = ['ada.lovelace', 'grace', 'k.goedel', 'alan+news', 'j_smith', 'marie.curie.', 'm.noether', 'info']
/** Of 100 rows, 60 are at a provider, 30 at another domain, 5 are invalid and 5 are duplicates: cumulative bounds. */
const PROVIDER_BOUND = 60
const OTHER_BOUND = 90
const INVALID_BOUND = 95

/** Row `index` of the list. Deterministic: rows are not kept in memory, but generated again to check the result. */
export function listRow(index: number): ListRow {
  const kind = hashTo(index, 100)
  if (kind >= INVALID_BOUND && index > 0) {
    const earlier = listRow(hashTo(index * 7 + 1, index))
    // Upper case is another spelling of the same mailbox; an invalid address has only one spelling.
    return { ...earlier, email: earlier.valid ? earlier.email.toUpperCase() : earlier.email, repeated: true }
  }
  const localPart = `${LOCAL_PARTS[index % LOCAL_PARTS.length]}${index}`
  if (kind < PROVIDER_BOUND) {
    return { email: `${localPart}@${PROVIDERS[hashTo(index * 3 + 1, PROVIDERS.length)]}`, valid: true, repeated: false }
  }
  if (kind < OTHER_BOUND) {
    return { email: `${localPart}@${otherDomain(hashTo(index * 5 + 1, OTHER_DOMAINS))}`, valid: true, repeated: false }
  }
  const email = index % 2 === 0 ? `${localPart}.gmail.com` : `${localPart}@mail.invalid`
  return { email, valid: false, repeated: false }
}

/** A pseudo-random integer in [0, bound), the same for the same input (Knuth's multiplicative hash). */
function hashTo(input: number, bound: number): number {
  const mixed = Math.imul(Math.imul(input + 1, 0x9e3779b1) ^ (input >>> 15), 0x85ebca6b) >>> 0
  return Math.floor((mixed / 2 ** 32) * bound)
}

/** Writes the list to a file with the columns id, email and note. @returns the number of distinct mailboxes */
export async function writeList(path: string, rows: number): Promise<number> {
  const file = createWriteStream(path, { highWaterMark: 1024 * 1024 })
  file.write('id,email,note\n')
  let distinct = 0
  for (let index = 0; index < rows; ) {
    let text = ''
    for (const end = Math.min(index + 5_000, rows); index < end; index++) {
      const { email, repeated } = listRow(index)
      if (!repeated) distinct++
      text += `${index + 1},${email},signed up in ${2000 + (index % 26)}\n`
    }
    if (!file.write(text)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  return distinct
}
