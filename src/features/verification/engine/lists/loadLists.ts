import { readFileSync } from 'node:fs'
import { createLists, type Lists } from './lists.js'

/** Works from both `src` and `dist`, because this module has the same depth in both. */
const FILE = new URL('../../../../../schema/lists/domains.generated.txt', import.meta.url)

/** The list file that ships with the program. */
export const readEmbeddedLists = (): Buffer => readFileSync(FILE)

/**
 * Loads the lists that ship with the program, with the domains of another version if given. Throws if a file is missing or
 * truncated.
 */
export function loadLists(installed?: Buffer): Lists {
  const embedded = readEmbeddedLists()
  return createLists(installed ?? embedded, embedded)
}
