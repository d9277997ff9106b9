import { hash, randomBytes } from 'node:crypto'
import { parse, v5, v7 } from 'uuid'

/** UUID namespace of derived ids. Never change it: ids of stored events were derived from it. */
const NAMESPACE = parse('6f6d9f0e-2f0b-5c57-9b38-3e0f4bb0a9b1')

/** A new id that sorts by creation time (UUID version 7). */
export const newId = (): string => v7()

/** The deterministic id of a name, the same in every process: UUID version 5 (RFC 9562 section 5.5). */
export const derivedId = (name: string): string => v5(name, NAMESPACE)

/** 128 random bits as hex: a W3C trace id. */
export const newTraceId = (): string => randomBytes(16).toString('hex')

/** SHA-256 as lower-case hex. */
export const sha256 = (text: string): string => hash('sha256', text, 'hex')
