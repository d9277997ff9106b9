// Ids: of things and events, of traces; and hashes of texts.
import { hash, randomBytes } from 'node:crypto'
import { parse, v7 } from 'uuid'
import { createRandomPool } from './crypto/randomPool.js'

/** UUID namespace of derived ids. Never change it: ids of stored events were derived from it. */
const NAMESPACE = parse('6f6d9f0e-2f0b-5c57-9b38-3e0f4bb0a9b1')
const VARIANTS = '89ab'
/** Sequences of a millisecond start below this, so that none of them exceeds its 32 bits. */
const MAX_START = 2 ** 31

const newRandom = createRandomPool(16)

let lastMs = 0
let sequence = 0

/**
 * A new id that sorts by creation time (UUID version 7, RFC 9562 section 6.2, method 1) and tells it, also after the clock was set
 * back: the `v7` of uuid would keep the later time until the clock has caught up.
 */
export function newId(): string {
  const now = Date.now()
  sequence = now === lastMs ? sequence + 1 : Math.floor(Math.random() * MAX_START)
  lastMs = now
  return v7({ msecs: now, seq: sequence, random: newRandom() })
}

const SORTED_ID = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** When an id was made (`newId`), milliseconds since the epoch; undefined if it does not say so. */
export function timeOfId(id: string): number | undefined {
  const parts = SORTED_ID.exec(id)
  return parts ? Number.parseInt(parts[1]! + parts[2]!, 16) : undefined
}

/**
 * The deterministic id of a name, the same in every process: UUID version 5 (RFC 9562 section 5.5). Every event needs one,
 * and `v5` of uuid takes four times as long.
 */
export function derivedId(name: string): string {
  const bytes = Buffer.allocUnsafe(NAMESPACE.length + Buffer.byteLength(name))
  bytes.set(NAMESPACE)
  bytes.write(name, NAMESPACE.length)
  const hex = hash('sha1', bytes, 'hex')
  const variant = VARIANTS[Number.parseInt(hex[16]!, 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * The id of an event: derived from the command, the stream, and the event's place in the command's append to the stream, so that a
 * command that is repeated after a lost response produces the same ids again, and the log recognises them.
 */
export const eventId = (stream: string, index: number, { commandId }: { readonly commandId: string }): string =>
  derivedId(`${commandId}/${stream}/${index}`)

/** 128 random bits as hex: a W3C trace id. */
export const newTraceId = (): string => randomBytes(16).toString('hex')

/** SHA-256 as lower-case hex. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content, 'hex')
