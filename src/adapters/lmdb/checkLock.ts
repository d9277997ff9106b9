// Checks the file by which processes share an LMDB store, before lmdb maps it.
import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import nativeExtensions from 'fs-native-extensions'
import { DataDirectoryError } from '../dataDirectory/error.js'
import { readAt } from './checkFile.js'
import { MAGIC } from './format.js'

/** Slots for readers, at least, and bytes of each (MDB_reader, a cache line). */
const READERS = 126
const READER_BYTES = 64
/** Place of the number of slots that were used (mtb_numreaders), 32 bits like the magic number at the start. */
const USED_READERS = 16
/** Whoever uses the store has locked the first byte; readers also lock the byte with the number of their process. */
const FIRST_BYTE = [0, 1] as const
const PAUSE_MS = 10
const MAX_PAUSES = 500

/**
 * lmdb writes the lock file anew if no process has the store open, and otherwise relies on what is in it, even if that was truncated or
 * overwritten, which ends the process. Call it only while this process does not have the store open: closing the file would
 * release its locks.
 * @throws DataDirectoryError when the lock file is not whole, and another process uses it
 */
export function checkLock(path: string): void {
  const file = openLock(`${path}-lock`)
  if (file === undefined) return
  try {
    for (let pauses = 0; !isWhole(file) && isUsed(file); pauses++) {
      const isBeingWritten = !nativeExtensions.tryLock(file, ...FIRST_BYTE, { shared: true })
      if (!isBeingWritten && isWhole(file)) return
      if (!isBeingWritten || pauses === MAX_PAUSES) {
        throw new DataDirectoryError(
          `${path}-lock is damaged, and another process relies on it: stop every mailproof that uses this store, then start again`,
        )
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  } finally {
    closeSync(file)
  }
}

const isUsed = (file: number): boolean => !nativeExtensions.tryLock(file, ...FIRST_BYTE)

/** @returns undefined when there is none, or lmdb will say what keeps it from being opened */
function openLock(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDWR)
  } catch {
    return undefined
  }
}

function isWhole(file: number): boolean {
  const slots = Math.floor(fstatSync(file).size / READER_BYTES)
  if (slots < READERS) return false
  const start = readAt(file, 0, USED_READERS + 4)
  return start.readUInt32LE(0) === MAGIC && start.readUInt32LE(USED_READERS) <= slots
}
