import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { minifySync } from '@swc/core'

/** Maximum size of the client, minified and compressed, in bytes. */
export const MAX_CLIENT_BYTES = 5 * 1_024

/**
 * Size of the client's modules, each minified by itself and all compressed together, in bytes. A bundle is smaller, because
 * it has no imports.
 * @param directory that holds the built modules
 */
export function clientBytes(directory: string): number {
  const modules = readdirSync(directory).filter((name) => name.endsWith('.js'))
  const code = modules.map((name) => minifySync(readFileSync(join(directory, name), 'utf8'), { module: true }).code)
  return gzipSync(code.join('\n'), { level: 9 }).length
}
