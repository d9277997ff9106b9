import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a directory that only this user may enter, and those on the way to it, unless they are there. Not by Node's
 * `recursive`: where a system refuses to make any (`/proc/x`), Node 20 tries for ever.
 */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return
  makeDirectory(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Somebody else may have been faster.
    if (!existsSync(path)) throw error
  }
}
