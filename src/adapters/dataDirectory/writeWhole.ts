import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

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
  syncDirectory(dirname(path))
}

/** @returns path of a file that is on disk, in the same directory */
function writeTemporary(path: string, content: string, mode: number): string {
  const temporary = `${path}.${process.pid}.tmp`
  rmSync(temporary, { force: true })
  const file = openSync(temporary, 'wx', mode)
  try {
    writeFileSync(file, content)
    fsyncSync(file)
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
  syncDirectory(dirname(path))
  return true
}

function syncDirectory(path: string): void {
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

/** The same as `replaceWholeSync`, without blocking. */
export async function replaceWhole(path: string, content: string, mode: number): Promise<void> {
  const temporary = `${path}.${process.pid}.${randomUUID()}.tmp`
  try {
    await withFile(temporary, 'w', mode, async (file) => {
      await file.writeFile(content)
      await file.sync()
    })
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
  await withFile(dirname(path), 'r', mode, (directory) => directory.sync())
}

async function withFile(
  path: string,
  flags: string,
  mode: number,
  use: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, mode)
  try {
    await use(file)
  } finally {
    await file.close()
  }
}
