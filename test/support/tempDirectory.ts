import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty directory of its own, and how to remove it with all that is in it. */
export function tempDirectory(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'mailproof-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
