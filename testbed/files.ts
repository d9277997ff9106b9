import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The root of the checkout, where tests and the processes they start run. */
export const ROOT = process.cwd()

/** The text of a file. @param path relative to the root of the checkout */
export const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
