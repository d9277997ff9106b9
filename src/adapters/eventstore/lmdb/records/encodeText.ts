// Writes text in the shortest form that gives it back.
import { isWellFormed } from '../../../lmdb/bytes.js'
import type { ByteWriter } from './byteWriter.js'
import type { Entry, EntryIds } from './dictionary.js'
import * as tag from './tags.js'
import { isAscii, isBase64Url, isHex, timeOf, UUID_LENGTH } from './texts.js'

/**
 * Texts that may enter the dictionary: names of things, months, versions of lists. Neither domains nor anything sealed or
 * hashed, which would stay in it when its events are gone.
 */
const WORD = /^(?:[a-z0-9][a-z0-9_-]{1,23}|\d{4}-\d{2}-\d{2}\.[0-9a-f]{12})$/
/** Occurrences after which a text is wanted in the dictionary. */
const FREQUENT = 16
const MAX_COUNTED = 4_096

export interface Vocabulary {
  readonly ids: EntryIds
  /** Gets what the dictionary should have. */
  readonly wanted: Entry[]
}

export function createTextEncoder(writer: ByteWriter) {
  const counts = new Map<string, number>()

  /** A word that occurs often is wanted in the dictionary. */
  function count(text: string, wanted: Entry[]): void {
    if (!WORD.test(text) || isHex(text)) return
    const occurrences = (counts.get(text) ?? 0) + 1
    if (occurrences >= FREQUENT) wanted.push(text)
    if (counts.size >= MAX_COUNTED) counts.clear()
    counts.set(text, occurrences)
  }

  function base64url(text: string): void {
    const whole = text.length - (text.length % 4)
    writer.encoded(tag.BASE64URL, text.slice(0, whole), 'base64url', (whole / 4) * 3)
    writer.shortText(text.slice(whole))
  }

  function utf8(form: number, text: string): void {
    writer.encoded(form, text, 'utf8', Buffer.byteLength(text))
  }

  return function encodeText(text: string, { ids, wanted }: Vocabulary): void {
    if (text.length === UUID_LENGTH && writer.uuid(text)) return
    const id = ids.text(text)
    const isShort = text.length <= tag.SHORT_TEXT_LENGTH
    const time = isShort && id === undefined ? timeOf(text) : undefined
    if (isShort && id === undefined) count(text, wanted)
    if (id !== undefined) writer.reference(id)
    else if (time !== undefined) {
      writer.byte(tag.TIME)
      writer.time(time)
    } else if (isHex(text)) writer.encoded(tag.HEX, text, 'hex', text.length / 2)
    else if (isBase64Url(text)) base64url(text)
    else if (isShort && isAscii(text)) writer.shortText(text)
    else if (isWellFormed(text)) utf8(tag.TEXT, text)
    else utf8(tag.ESCAPED_TEXT, JSON.stringify(text))
  }
}
