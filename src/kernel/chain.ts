// A chain of hashes over events, which proves that a range of the log was neither changed nor shortened.
import { createHash } from 'node:crypto'
import { canonicalJson } from './canonicalJson.js'
import type { Recorded } from './envelope.js'

/** The link before the first event: 32 zero bytes, in hexadecimal. */
export const CHAIN_START = '0'.repeat(64)

/**
 * An event as canonical JSON: all of it but its position, which differs between stores that hold the same log. The text
 * that checksums and chains cover.
 */
export const eventText = ({ position: _, ...event }: Recorded): string => canonicalJson(event)

/**
 * Extends a chain over events in log order. The digest covers each event's text and a line feed, which no text contains.
 * @param before the link so far, 64 hexadecimal digits
 */
export function createLink(before: string) {
  const hash = createHash('sha256').update(before, 'hex')
  const addText = (text: string): void => void hash.update(text).update('\n')
  return {
    add: (event: Recorded): void => addText(eventText(event)),
    /** Adds an event by its `eventText`. */
    addText,
    /** The link after all added events. Ends this link: nothing can be added to it any more. */
    end: (): string => hash.digest('hex'),
  }
}
