import { readFileSync } from 'node:fs'
import { createLists, type Lists } from './lists.js'

/** Works from both `src` and `dist`, because this module has the same depth in both. */
const FILE = new URL('../../../../../schema/lists/domains.generated.txt', import.meta.url)

/** The list file that ships with the program. */
export const readEmbeddedLists = (): Buffer => readFileSync(FILE)

/** Those that ship with the program, as long as something in the process uses them. */
let loaded: WeakRef<Lists> | undefined

/**
 * Loads the lists that ship with the program, with the domains of another version if given. Throws if a file is missing or
 * truncated.
 */
export function loadLists(installed?: Buffer): Lists {
  const known = installed ? undefined : loaded?.deref()
  if (known) return known
  const embedded = readEmbeddedLists()
  const lists = createLists(installed ?? embedded, embedded)
  if (!installed) loaded = new WeakRef(lists)
  return lists
}
