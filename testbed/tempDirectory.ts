import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'

/**
 * An empty new directory, and a function that removes it with its contents.
 * @param quick in memory if the machine supports that: for tests that write ten thousand times and do not test the disk
 */
export function tempDirectory({ quick = false } = {}): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(quick && existsSync(MEMORY) ? MEMORY : tmpdir(), 'mailproof-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
