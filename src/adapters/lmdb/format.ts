// Reads the pages of an LMDB file without lmdb, to check it.

/**
 * The parts of LMDB's file format (data version 2, 64 bit, little-endian, as lmdb 3.5 writes it) that the check needs. A
 * file consists of pages of one size; pages 0 and 1 are the meta pages, written alternately; the rest are B+ trees.
 */

/** Bytes of a page before its content. */
const PAGE_HEADER = 24
/** Bytes of a meta page that matter. */
export const META_BYTES = 168
/** At the start of both meta pages and of the lock file (MDB_MAGIC). */
export const MAGIC = 0xbeefc0de
const DATA_VERSION = 2
const NO_PAGE = 0xffff_ffff_ffff_ffffn
const DATABASE_BYTES = 48

const BRANCH = 0x01
const LEAF = 0x02
const OVERFLOW = 0x04
const META = 0x08

const ON_OVERFLOW_PAGES = 0x01
const SUB_DATABASE = 0x02

/** Compares keys. Those of the free list are numbers of transactions in the machine's byte order; all others are bytes. */
type Order = (a: Buffer, b: Buffer) => number

const asNumbers: Order = (a, b) => {
  if (a.length !== 8 || b.length !== 8) return 0
  const difference = a.readBigUInt64LE(0) - b.readBigUInt64LE(0)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export interface Meta {
  readonly pageSize: number
  readonly lastPage: number
  readonly transaction: bigint
  /** Root pages of the free list and of the main tree; an empty tree has none. */
  readonly roots: readonly { readonly page: number; readonly order: Order }[]
}

/** @returns undefined when this is not a meta page */
export function readMeta(page: Buffer): Meta | undefined {
  if (page.length < META_BYTES || !(page.readUInt16LE(18) & META)) return undefined
  if (page.readUInt32LE(24) !== MAGIC || (page.readUInt32LE(28) & 0xffff) !== DATA_VERSION) return undefined
  const pageSize = page.readUInt32LE(48)
  if (pageSize < 256 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) return undefined
  return {
    pageSize,
    lastPage: Number(page.readBigUInt64LE(144)),
    transaction: page.readBigUInt64LE(152),
    roots: [
      { page: rootOf(page, 48), order: asNumbers },
      { page: rootOf(page, 48 + DATABASE_BYTES), order: Buffer.compare },
    ].filter((root): root is Meta['roots'][number] => root.page !== undefined),
  }
}

function rootOf(bytes: Buffer, database: number): number | undefined {
  const root = bytes.readBigUInt64LE(database + DATABASE_BYTES - 8)
  return root === NO_PAGE ? undefined : Number(root)
}

/** Pages to which a tree page points. */
interface Pointers {
  /** Pages of the same tree. */
  readonly children: readonly number[]
  /** Roots of nested trees. */
  readonly roots: readonly number[]
  /** Runs of pages that store a single large value. */
  readonly runs: readonly { readonly first: number; readonly count: number }[]
}

/** The keys of a tree page lie between those of its parent: from `low`, and before `high`. */
export interface Bounds {
  readonly order: Order
  readonly low?: Buffer | undefined
  readonly high?: Buffer | undefined
}

/** The bounds of a branch's children, in their order. */
export function childBounds(page: Buffer, { order, low, high }: Bounds): Bounds[] {
  const starts = Array.from({ length: page.readUInt16LE(20) >> 1 }, (_, index) => {
    const node = page.readUInt16LE(PAGE_HEADER + index * 2) + PAGE_HEADER
    return index === 0 ? low : page.subarray(node + 8, node + 8 + page.readUInt16LE(node + 6))
  })
  return starts.map((start, index) => ({
    order,
    low: start,
    high: index + 1 < starts.length ? starts[index + 1] : high,
  }))
}

/**
 * Whether all nodes of a tree page lie within it, in order. Reading a node that does not could end the process.
 * @param bounds if not given, the tree is not known, and the order is not compared
 * @returns what is wrong, in words
 */
export function findBadNode(page: Buffer, bounds?: Bounds): string | undefined {
  const isBranch = (page.readUInt16LE(18) & BRANCH) !== 0
  const nodes = page.readUInt16LE(20) >> 1
  let before: Buffer | undefined
  for (let index = 0; index < nodes; index++) {
    const node = page.readUInt16LE(PAGE_HEADER + index * 2) + PAGE_HEADER
    const keyEnd = node + 8 + page.readUInt16LE(node + 6)
    if (keyEnd > page.length) return 'a key reaches beyond its page'
    const key = page.subarray(node + 8, keyEnd)
    // The first key of a branch is not used.
    if (bounds && !(isBranch && index === 0)) {
      const { order, low, high } = bounds
      if (before ? order(before, key) >= 0 : low && order(low, key) > 0) return 'keys are not in order'
      if (high && order(key, high) >= 0) return 'keys are not in order'
      before = key
    }
    if (isBranch) continue
    const flags = page.readUInt16LE(node + 4)
    if (flags & ~(ON_OVERFLOW_PAGES | SUB_DATABASE)) return 'a node has unknown flags'
    const size = page.readUInt32LE(node)
    if (flags === 0 && keyEnd + size > page.length) return 'a value reaches beyond its page'
    const isOverflowing = (flags & ON_OVERFLOW_PAGES) !== 0 && keyEnd + 24 <= page.length
    if (isOverflowing && PAGE_HEADER + size > Number(page.readBigUInt64LE(keyEnd + 16)) * page.length)
      return 'a large value reaches beyond its pages'
  }
  return undefined
}

/** Whether this is the first page of a run for a large value. */
export const isRun = (page: Buffer, first: number, count: number): boolean =>
  Number(page.readBigUInt64LE(0)) === first &&
  (page.readUInt16LE(18) & OVERFLOW) !== 0 &&
  page.readUInt32LE(20) === count

/** @returns undefined when this is not a tree page, or not the page with this number */
export function readPointers(page: Buffer, number: number): Pointers | undefined {
  const flags = page.readUInt16LE(18)
  const branch = (flags & BRANCH) !== 0
  if (Number(page.readBigUInt64LE(0)) !== number || branch === ((flags & LEAF) !== 0)) return undefined
  const children: number[] = []
  const roots: number[] = []
  const runs: { first: number; count: number }[] = []
  const nodes = page.readUInt16LE(20) >> 1
  if (PAGE_HEADER + nodes * 2 > page.length) return undefined
  for (let index = 0; index < nodes; index++) {
    const node = page.readUInt16LE(PAGE_HEADER + index * 2) + PAGE_HEADER
    if (node + 8 > page.length) return undefined
    const low = page.readUInt32LE(node)
    const nodeFlags = page.readUInt16LE(node + 4)
    const data = node + 8 + page.readUInt16LE(node + 6)
    if (branch) children.push(low + nodeFlags * 0x1_0000_0000)
    else if (nodeFlags & ON_OVERFLOW_PAGES) {
      if (data + 24 > page.length) return undefined
      runs.push({ first: Number(page.readBigUInt64LE(data)), count: Number(page.readBigUInt64LE(data + 16)) })
    } else if (nodeFlags & SUB_DATABASE) {
      if (data + DATABASE_BYTES > page.length) return undefined
      const root = rootOf(page, data)
      if (root !== undefined) roots.push(root)
    }
  }
  return { children, roots, runs }
}
