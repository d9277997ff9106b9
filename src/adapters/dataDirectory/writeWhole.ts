import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a small file that is either there with all of its content, on disk, or not there.
 * Never replaces one that is there: then it answers false.
 */
export function writeNewWhole(path: string, content: string, mode: number): boolean {
  const temporary = `${path}.${process.pid}.tmp`
  rmSync(temporary, { force: true })
  const file = openSync(temporary, 'wx', mode)
  try {
    writeFileSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    return place(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}

function place(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    // Some file systems know no links; there a rename is as whole, if not as careful.
    renameSync(temporary, path)
  }
  const directory = openSync(dirname(path), 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
  return true
}
