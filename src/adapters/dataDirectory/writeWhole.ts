import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncPath, syncPathNow } from './syncPath.js'

/**
 * Creates a small file atomically and durably: it exists either with all of its content or not at all. Never replaces
 * an existing file.
 * @returns false when the file exists already
 */
export function writeNewWhole(path: string, content: string, mode: number): boolean {
  const temporary = writeTemporary(path, content, mode)
  try {
    return linkOrRename(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** The same for a file that may exist: it has its old content or the new one at any time. */
export function replaceWholeSync(path: string, content: string, mode: number): void {
  renameSync(writeTemporary(path, content, mode), path)
  syncPathNow(dirname(path))
}

/** @returns path of a file that is on disk, in the same directory */
function writeTemporary(path: string, content: string, mode: number): string {
  // Processes of different containers may have the same id.
  const temporary = `${path}.${process.pid}.${randomUUID()}.tmp`
  const file = openSync(temporary, 'wx', mode)
  try {
    writeFileSync(file, content)
    fsyncSync(file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  return temporary
}

function linkOrRename(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    // Some file systems have no hard links. A rename there is just as atomic, but may replace a file created meanwhile.
    renameSync(temporary, path)
  }
  syncPathNow(dirname(path))
  return true
}

/** The same as `replaceWholeSync`, without blocking. */
export async function replaceWhole(path: string, content: string, mode: number): Promise<void> {
  const temporary = `${path}.${process.pid}.${randomUUID()}.tmp`
  try {
    await writeFile(temporary, content, { mode, flush: true })
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
  await syncPath(dirname(path))
}
