import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/** A row of the benchmark's list and its expected result. */
export interface ListRow {
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

const NAMES = ['ada.lovelace', 'grace', 'k.goedel', 'alan+news', 'j_smith', 'marie.curie.', 'm.noether', 'info']
/** Of 100 rows: the first so many are at a provider, the next so many elsewhere, and so on. */
const AT_PROVIDER = 60
const ELSEWHERE = 90
const INVALID = 95

/** Row `index` of the list, always the same: the rows are never in memory, and are made again to check the result. */
export function listRow(index: number): ListRow {
  const kind = scattered(index, 100)
  if (kind >= INVALID && index > 0) {
    const earlier = listRow(scattered(index * 7 + 1, index))
    // Another spelling of the same mailbox; an invalid text has only one spelling.
    return { ...earlier, email: earlier.valid ? earlier.email.toUpperCase() : earlier.email, repeated: true }
  }
  const name = `${NAMES[index % NAMES.length]}${index}`
  if (kind < AT_PROVIDER) {
    return { email: `${name}@${PROVIDERS[scattered(index * 3 + 1, PROVIDERS.length)]}`, valid: true, repeated: false }
  }
  if (kind < ELSEWHERE) {
    return { email: `${name}@${otherDomain(scattered(index * 5 + 1, OTHER_DOMAINS))}`, valid: true, repeated: false }
  }
  const email = index % 2 === 0 ? `${name}.gmail.com` : `${name}@mail.invalid`
  return { email, valid: false, repeated: false }
}

/** A whole number below `below`, without any pattern but the same for the same input (Knuth's multiplicative hash). */
function scattered(input: number, below: number): number {
  const mixed = Math.imul(Math.imul(input + 1, 0x9e3779b1) ^ (input >>> 15), 0x85ebca6b) >>> 0
  return Math.floor((mixed / 2 ** 32) * below)
}

/** The list as a file: an id, the address, and a column that only comes along. @returns distinct mailboxes in it */
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
