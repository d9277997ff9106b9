import { readFileSync } from 'node:fs'
import { createLists, type Lists } from './lists.js'

/** Beside `src` and `dist` alike: both hold this file at the same depth. */
const FILE = new URL('../../../../../schema/lists/domains.generated.txt', import.meta.url)

/** Reads the lists that ship with the program. Throws when the file is missing or cut off. */
export function loadLists(): Lists {
  return createLists(readFileSync(FILE))
}
