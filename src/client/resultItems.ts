import { MailproofError, readJson } from './errors.js'

/** Depth of an object in an array that is a member of the document: `{"results": [{…}]}`. */
const ITEM_DEPTH = 3

/**
 * The objects of the arrays of a JSON document, as soon as each has arrived; the document is never held as a whole.
 * @throws MailproofError NETWORK_ERROR if it has no end, UNEXPECTED_RESPONSE if it is not JSON
 */
export async function* parseItems(pieces: AsyncIterable<string>): AsyncGenerator<unknown, undefined> {
  let depth = 0
  let opened = false
  let quoted = false
  let escaped = false
  let item = ''
  for await (const piece of pieces) {
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const character = piece[at]
      if (escaped) escaped = false
      else if (character === '"') quoted = !quoted
      else if (quoted) escaped = character === '\\'
      else if (character === '{' || character === '[') {
        if (++depth === ITEM_DEPTH) from = at
        else opened ||= depth > 1
      } else if (character === '}' || character === ']') {
        if (depth-- === ITEM_DEPTH) {
          yield readJson(item + piece.slice(from, at + 1))
          item = ''
        }
      } else if (!depth) readJson(`${character}0`) // Only white space may be there, and before a number.
    }
    if (depth >= ITEM_DEPTH) item += piece.slice(from)
  }
  if (depth !== 0 || !opened)
    throw new MailproofError('NETWORK_ERROR', 'The response is incomplete.', { retryable: true })
}
