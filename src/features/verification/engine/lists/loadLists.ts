import { readFileSync } from 'node:fs'
import { createLists, type Lists } from './lists.js'

/** Works from both `src` and `dist`, because this module has the same depth in both. */
const FILE = new URL('../../../../../schema/lists/domains.generated.txt', import.meta.url)

/** Loads the lists that ship with the program. Throws if the file is missing or truncated. */
export function loadLists(): Lists {
  return createLists(readFileSync(FILE))
}
