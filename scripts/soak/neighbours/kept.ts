// The worst attacks that searches have found, which `npm run soak -- neighbours` repeats.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FILE = fileURLToPath(new URL('kept.json', import.meta.url))
/** Number of attacks that are kept. */
export const KEPT = 20

export const keptAttacks = (): string[] => JSON.parse(readFileSync(FILE, 'utf8'))

/** @param attacks the worst first */
export const keep = (attacks: readonly string[]): void =>
  writeFileSync(FILE, `${JSON.stringify(attacks, undefined, 2)}\n`)
