// Checks an LMDB file before lmdb maps it, because a truncated one would end the process.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { DataDirectoryError } from '../dataDirectory/error.js'
import { findBadNode, META_BYTES, type Meta, readMeta, readPointers } from './format.js'

/**
 * Checks an LMDB file before lmdb maps it, because reading past the end of a truncated map kills the process. A missing
 * or empty file is valid: lmdb creates it.
 * @param remedy what to do about damage
 * @throws DataDirectoryError when the file is not a store, or lacks pages that it uses
 */
export function checkFile(path: string, remedy = 'restore it from a backup'): void {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw new DataDirectoryError(
      `${path} cannot be opened (${(error as NodeJS.ErrnoException).code}): check its owner and mode`,
    )
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) throw new DataDirectoryError(`${path} is not a file: move it away`)
    const problem = stat.size > 0 ? problemOf(file) : undefined
    if (problem) throw new DataDirectoryError(`${path} ${problem}: ${remedy}`)
  } finally {
    closeSync(file)
  }
}

const MAX_ATTEMPTS = 100

/** A process that writes concurrently may reuse pages of the index that was read: then check again. */
function problemOf(file: number): string | undefined {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const meta = newestMeta(file)
    if (!meta) return 'is damaged or not a mailproof store (no index at its beginning)'
    const size = fstatSync(file).size
    const needed = (meta.lastPage + 1) * meta.pageSize
    // Pages at the end that were allocated and freed in one transaction are never written: a file may be shorter than
    // its index says, as long as nothing points past its end.
    const isShort = size < needed
    const pages = Math.floor(size / meta.pageSize)
    const damage = findDamage(file, meta, pages, isShort || isTailSuspect(file, meta.pageSize, pages))
    if (!damage) return undefined
    if (newestMeta(file)?.transaction === meta.transaction) {
      return isShort ? `is shorter than its own index says (${size} of ${needed} bytes)` : `is damaged (${damage})`
    }
  }
  return undefined
}

export function newestMeta(file: number): Meta | undefined {
  const first = readMeta(readAt(file, 0, META_BYTES))
  const second = first && readMeta(readAt(file, first.pageSize, META_BYTES))
  if (!first || !second || first.pageSize !== second.pageSize) return undefined
  return first.transaction > second.transaction ? first : second
}

/**
 * lmdb copies a value of up to this size without looking where its file ends, which would end the process. A larger one is
 * not copied.
 */
const COPIED_BYTES = 16 * 1024 * 1024

/** Whether a value seems to reach beyond the end of the file. The page may also be free, or just being written. */
function isTailSuspect(file: number, pageSize: number, pages: number): boolean {
  const first = Math.max(2, pages - COPIED_BYTES / pageSize)
  const tail = readAt(file, first * pageSize, (pages - first) * pageSize)
  for (let at = 0; at + pageSize <= tail.length; at += pageSize) {
    const page = tail.subarray(at, at + pageSize)
    if (readPointers(page, first + at / pageSize) && findBadNode(page)) return true
  }
  return false
}

/** Checks the trees from their roots: all pages, or only the roots, which takes no time. */
function findDamage(file: number, meta: Meta, pages: number, allPages: boolean): string | undefined {
  const isOutside = (first: number, count = 1) => first < 2 || count < 1 || first + count > pages
  const visits = [...meta.roots]
  const seen = new Set<number>()
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { page: number, order } = visit
    if (isOutside(number)) return `page ${number} is missing`
    if (seen.has(number)) return `page ${number} is pointed at twice`
    seen.add(number)
    const page = readAt(file, number * meta.pageSize, meta.pageSize)
    const pointers = readPointers(page, number)
    if (!pointers) return `page ${number} is not what its index says`
    if (allPages) {
      const problem = findBadNode(page, { order })
      if (problem) return `page ${number}: ${problem}`
      const run = pointers.runs.find(({ first, count }) => isOutside(first, count))
      if (run) return `page ${run.first} is missing`
      visits.push(...pointers.children.map((child) => ({ page: child, order })))
    }
    visits.push(...pointers.roots.map((root) => ({ page: root, order: Buffer.compare })))
  }
  return undefined
}

export function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  const read = readSync(file, bytes, 0, length, position)
  return bytes.subarray(0, read)
}
