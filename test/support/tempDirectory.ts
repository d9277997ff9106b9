import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'

/**
 * An empty directory of its own, and how to remove it with all that is in it.
 * @param quick in memory where the machine has that: for what writes ten thousand times and is no test of the disk
 */
export function tempDirectory({ quick = false } = {}): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(quick && existsSync(MEMORY) ? MEMORY : tmpdir(), 'mailproof-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
