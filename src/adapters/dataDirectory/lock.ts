import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import extensions from 'fs-native-extensions'
import { DataDirectoryError } from './error.js'

/**
 * Holds a lock of the kernel's on a file: whoever dies loses it, whatever the way. The file says who took it last.
 * @param options.shared others may hold it too, if they share it as well
 * @param options.otherwise what to do when somebody else holds it, beside stopping that one
 * @returns how to let go
 */
export function lock(
  path: string,
  since: Date,
  { shared = false, otherwise = ', or set DATA_DIR to another directory' } = {},
): () => void {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  if (!extensions.tryLock(file, { shared })) {
    closeSync(file)
    throw new DataDirectoryError(`${path} is held by another mailproof (${holderIn(path)}): stop it${otherwise}`)
  }
  ftruncateSync(file, 0)
  writeSync(file, `${JSON.stringify({ pid: process.pid, since: since.toISOString() })}\n`, 0)
  let held = true
  return () => {
    if (!held) return
    held = false
    if (!shared) ftruncateSync(file, 0)
    closeSync(file)
  }
}

function holderIn(path: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(path, 'utf8'))
    return `process ${Number(pid)}, since ${new Date(since).toISOString()}`
  } catch {
    return 'it does not say which process'
  }
}
