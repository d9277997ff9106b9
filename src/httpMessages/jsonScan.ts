// Refuses JSON that is expensive to parse, while it arrives.
import { Failure } from '../kernel/failure.js'
import { perRequest } from '../kernel/limits.js'

/** Maximum nesting of arrays and objects in a body. */
const MAX_DEPTH = perRequest.json.depth
/** Maximum number of members of all objects in a body. */
export const MAX_MEMBERS = perRequest.json.members
/** Maximum number of values in a body; the contract's longest list has 50,000 items. */
export const MAX_VALUES = perRequest.json.values

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Counts what makes JSON expensive to parse, byte by byte as it arrives: nesting, members of objects, values. JSON.parse
 * accepts a million of each, and blocks the event loop for up to several seconds. All structural characters of JSON are
 * ASCII, so no byte of a multi-byte UTF-8 character is mistaken for one.
 */
export class JsonScan {
  #depth = 0
  #members = 0
  #values = 0
  #quoted = false
  #escaped = false

  /** Scans the next bytes. @throws Failure INVALID_JSON at the first byte that exceeds a limit */
  write(bytes: Uint8Array): void {
    let depth = this.#depth
    let members = this.#members
    let values = this.#values
    let quoted = this.#quoted
    let escaped = this.#escaped
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index]!
      if (quoted) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) quoted = false
      } else if (byte === QUOTE) quoted = true
      else if (byte === COMMA) {
        if (++values > MAX_VALUES) throw beyond(`holds more than ${MAX_VALUES} values`)
      } else if (byte === COLON) {
        if (++members > MAX_MEMBERS) throw beyond(`has more than ${MAX_MEMBERS} members`)
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (++values > MAX_VALUES) throw beyond(`holds more than ${MAX_VALUES} values`)
        if (++depth > MAX_DEPTH) throw beyond(`is nested deeper than ${MAX_DEPTH} levels`)
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--
    }
    this.#depth = depth
    this.#members = members
    this.#values = values
    this.#quoted = quoted
    this.#escaped = escaped
  }
}

const beyond = (what: string): Failure => new Failure('INVALID_JSON', `The body ${what}.`)
