import { resolve, sep } from 'node:path'

/** Whether a path is a directory or in it, by their names. */
export function isWithin(path: string, directory: string): boolean {
  const [inner, outer] = [resolve(path), resolve(directory)]
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`)
}
