import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import nativeExtensions from 'fs-native-extensions'
import { DataDirectoryError } from './error.js'

/** A link would have another file truncated. Windows does not have it. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0

/**
 * Takes a kernel lock on a file; it is released when the process ends, however it ends. The file records the last holder.
 * @param options.shared other processes may hold a shared lock at the same time
 * @param options.advice what else to do when another process holds the lock, apart from stopping it
 * @returns a function that releases the lock
 */
export function lock(
  path: string,
  since: Date,
  { shared = false, advice = ', or set DATA_DIR to another directory' } = {},
): () => void {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT | NO_FOLLOW, 0o600)
  if (!nativeExtensions.tryLock(file, { shared })) {
    closeSync(file)
    throw new DataDirectoryError(`${path} is locked by another mailproof (${holderIn(path)}): stop it${advice}`)
  }
  try {
    ftruncateSync(file, 0)
    writeSync(file, `${JSON.stringify({ pid: process.pid, since: since.toISOString() })}\n`, 0)
  } catch (error) {
    closeSync(file)
    throw error
  }
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
    return 'unknown process'
  }
}
