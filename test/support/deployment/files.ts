import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout, with a slash at the end. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The text of a file. @param path relative to the root of the checkout */
export const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
