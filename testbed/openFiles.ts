import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Open files of this process whose path begins so; none if the system does not report them. */
export function openFilesIn(path: string): string[] {
  const own = '/proc/self/fd'
  if (!existsSync(own)) return []
  return readdirSync(own).flatMap((file) => {
    try {
      const target = readlinkSync(join(own, file))
      return target.startsWith(path) ? [target] : []
    } catch {
      return []
    }
  })
}
