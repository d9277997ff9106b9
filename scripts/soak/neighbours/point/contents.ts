// What bodies consist of, by name: valid JSON, JSON and CSV that are expensive to read, addresses at hostile name servers.
import { csvForm, type multipart } from '../../../../testbed/callers/multipart.js'
import { HOSTILE_KINDS, HOSTILE_NAMES, hostileName, WARM_DOMAINS } from '../hostileZone.js'

/** @param bytes the length to reach, at least roughly @param turn number of the request, for content that must differ */
type Content = (bytes: number, turn: number) => string

const warmAddress = (at: number): string => `user${at}@${WARM_DOMAINS[at % WARM_DOMAINS.length]}`

function hostileAddress(at: number): string {
  const kind = HOSTILE_KINDS[at % HOSTILE_KINDS.length]!
  return `eve@${hostileName(kind, Math.floor(at / HOSTILE_KINDS.length) % HOSTILE_NAMES)}`
}

/** As many as fit, at least one. */
function addresses(bytes: number, turn: number, addressOf: (at: number) => string): string[] {
  const each = addressOf(0).length + 6
  const count = Math.max(1, Math.floor(bytes / each))
  return Array.from({ length: count }, (_, at) => addressOf(turn * count + at))
}

const list = (emails: readonly string[]): string => JSON.stringify({ emails })
const job = (emails: readonly string[]): string => JSON.stringify({ emails, async: true })

const JSON_CONTENTS: Readonly<Record<string, Content>> = {
  list: (bytes, turn) => list(addresses(bytes, turn, warmAddress)),
  hostile: (bytes, turn) => list(addresses(bytes, turn, hostileAddress)),
  job: (bytes, turn) => job(addresses(bytes, turn, warmAddress)),
  'hostile-job': (bytes, turn) => job(addresses(bytes, turn, hostileAddress)),
  'one-hostile': (_bytes, turn) => JSON.stringify({ email: hostileAddress(turn) }),
  members: (bytes) => {
    const parts: string[] = []
    for (let length = 2, at = 0; length < bytes; at++) length += parts.push(`"k${at}":1`) && parts[at]!.length + 1
    return `{${parts.join(',')}}`
  },
  nested: (bytes) => '['.repeat(bytes),
}

/** Files that a CSV reader may choke on. */
const CSV_CONTENTS: Readonly<Record<string, Content>> = {
  rows: (bytes, turn) => `email\n${addresses(bytes, turn, warmAddress).join('\n')}\n`,
  line: (bytes) => `email\n${'a'.repeat(bytes)}`,
  columns: (bytes) => `email${',x'.repeat(bytes / 2)}\n`,
  quotes: (bytes) => `email\n"${'open quote\n'.repeat(bytes / 11)}`,
  cells: (bytes) => `email\n${'"",""""\n'.repeat(bytes / 8)}`,
  nul: (bytes) => `email\n${'\0'.repeat(bytes)}`,
}

export const CSV_CONTENT_NAMES = Object.keys(CSV_CONTENTS)

/** JSON padded with blanks before its last bracket. */
export function padded(value: object, bytes: number): string {
  const text = JSON.stringify(value)
  return `${text.slice(0, -1)}${' '.repeat(Math.max(0, bytes - text.length))}${text.at(-1)}`
}

/** @throws Error if there is no JSON content with that name */
export const jsonOf = (name: string, bytes: number, turn: number): string => contentOf(JSON_CONTENTS, name)(bytes, turn)

/** A form with a CSV file, and its headers. @throws Error if there is no CSV content with that name */
export const formOf = (name: string, bytes: number, turn: number): ReturnType<typeof multipart> =>
  csvForm(contentOf(CSV_CONTENTS, name)(bytes, turn))

function contentOf(contents: Readonly<Record<string, Content>>, name: string): Content {
  const content = contents[name]
  if (!content) throw new Error(`"${name}" is no content. Contents: ${Object.keys(contents).join(', ')}.`)
  return content
}
