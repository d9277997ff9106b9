import { Failure } from '../kernel/failure.js'

/** Levels of arrays and objects that a body may have. */
export const MAX_DEPTH = 32
/** Members that all objects of a body may have together. No operation knows more than ten. */
export const MAX_MEMBERS = 1_000
/** Values that a body may hold; the longest list of the contract has 50,000. */
export const MAX_VALUES = 100_000

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Counts what makes JSON expensive to parse, byte by byte as it arrives: levels, members of objects, values. JSON.parse
 * takes a million of each, and holds the event loop for up to seconds. All of JSON's signs are ASCII, so that a byte of
 * UTF-8 is never taken for one of them.
 */
export class JsonScan {
  #depth = 0
  #members = 0
  #values = 0
  #quoted = false
  #escaped = false

  /** Takes the next bytes. @throws Failure INVALID_JSON at the first byte that is beyond a limit */
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
