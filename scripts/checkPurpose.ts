/**
 * Checks that a source file of more than 60 lines begins with what it is for: a comment before the imports, or the docblock of an
 * export that directly follows them. Prints the files that do not; exit code 1 if there are any.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MAX_LINES = 60
const ROOMS = ['src', 'testbed', 'test', 'scripts']
const SOURCE = /(?<!\.generated)\.(?:ts|tsx|mjs)$/

const SHEBANG = /^#!.*\n/
const IMPORT = /^import\b[^'"]*(['"]).*?\1( with \{[^}]*\})?;?\n+/
const STATED = /^(?:\/\/ ?\S|\/\*)/
const DOCUMENTED_EXPORT = /^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*export\b/

/** Whether the text of a file begins with what it is for. */
function isStated(text: string): boolean {
  let rest = text.replace(SHEBANG, '')
  if (STATED.test(rest)) return true
  while (IMPORT.test(rest)) rest = rest.replace(IMPORT, '')
  return DOCUMENTED_EXPORT.test(rest)
}

const filesOf = (room: string) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file))

const unstated = ROOMS.flatMap(filesOf)
  .filter((file) => SOURCE.test(file))
  .sort()
  .filter((file) => {
    const text = readFileSync(file, 'utf8')
    return text.split('\n').length - 1 > MAX_LINES && !isStated(text)
  })
for (const file of unstated) console.error(`${file} does not begin with what it is for`)
console.log(`${unstated.length} files of more than ${MAX_LINES} lines do not begin with what they are for.`)
process.exitCode = unstated.length === 0 ? 0 : 1
