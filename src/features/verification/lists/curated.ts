import { readFileSync } from 'node:fs'

const FOLDER = new URL('../../../../schema/lists/curated/', import.meta.url)

/** The entries of a curated file in order, without comments and empty lines. */
export function readCurated(name: string): string[] {
  return readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
}

/** The first word of each entry, as a set. */
export function readCuratedNames(name: string): ReadonlySet<string> {
  return new Set(readCurated(name).map((line) => line.split(' ')[0] ?? ''))
}
