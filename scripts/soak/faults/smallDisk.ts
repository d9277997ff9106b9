import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { tempDirectory } from '../../../testbed/tempDirectory.js'

/** A small separate file system that can be filled up. */
export interface SmallDisk {
  readonly path: string
  /** Fills the disk to the last byte. */
  fill(): void
  /** Frees what `fill` used. */
  free(): void
  remove(): void
}

const CHUNK = Buffer.alloc(256 * 1_024, 1)

/** Mounts a tmpfs. @returns the error message if that is not possible */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  const { path, remove } = tempDirectory()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'mailproof', path], {
    encoding: 'utf8',
  })
  if (mounted.status !== 0) {
    remove()
    return mounted.error?.message ?? mounted.stderr.trim()
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    fill() {
      const file = openSync(ballast, 'a')
      try {
        // A write may be partial.
        while (statfsSync(path).bavail > 0) writeSync(file, CHUNK)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      spawnSync('umount', ['-l', path])
      remove()
    },
  }
}
