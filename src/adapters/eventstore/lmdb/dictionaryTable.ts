// The dictionary of the log, in the log's file: entries are added in the transaction of the first record that needs them.
import type { RootDatabase } from 'lmdb'
import { NUMBER_BYTES, writeNumber } from '../../lmdb/bytes.js'
import { checkedJson, jsonIn } from '../../lmdb/checksum.js'
import { openDatabase } from '../../lmdb/databases.js'
import {
  createDictionary,
  type Dictionary,
  type Entry,
  type EntryIds,
  eitherOf,
  kindOf,
  MAX_ENTRIES,
} from './records/dictionary.js'

export interface DictionaryTable {
  /** The entries that are on disk, as far as this process has read them. */
  readonly known: EntryIds & Pick<Dictionary, 'entry'>
  /** An entry; reads those that other processes added. @throws Error when it is missing or damaged */
  entry(id: number): Entry
  /** Starts a transaction: what was added in one that did not commit is forgotten. */
  begin(): void
  /** Adds entries inside the transaction, as far as there is room. @returns all ids, including those just added */
  add(entries: readonly Entry[]): EntryIds
  /** The transaction is on disk. */
  committed(): void
  /** Entries that are damaged or missing in one of the tables, in words. */
  check(): string[]
}

/**
 * Every record depends on it, so each entry is stored twice, in two tables, with a checksum each; the second is read when
 * the first is damaged.
 */
export function openDictionary(environment: RootDatabase): DictionaryTable {
  const tables = ['dictionary', 'dictionary-copy'].map((name) => openDatabase<Uint8Array>(environment, name))
  const durable = createDictionary()
  /** Entries of the transaction under way. */
  let added: Dictionary | undefined

  const lastId = (): number => Math.max(...tables.map(lastIdIn))

  function read(id: number): Entry | undefined {
    for (const table of tables) {
      const entry = entryIn(table.getBinary(keyOf(id)), id)
      if (entry !== undefined) return entry
    }
    return undefined
  }

  /** Learns the entries that are on disk. Never in a transaction that has added some, which may be rolled back. */
  function refresh(): void {
    for (const last = lastId(); durable.next() <= last; ) durable.add(read(durable.next()))
  }

  return {
    known: durable,
    entry(id) {
      if (!added && id >= durable.next()) refresh()
      const entry = durable.entry(id) ?? read(id)
      if (entry === undefined) throw new Error(`the dictionary has no entry ${id}`)
      return entry
    },
    begin() {
      added = undefined
    },
    add(entries) {
      if (!added) {
        refresh()
        added = createDictionary(durable.next())
      }
      const ids = eitherOf(durable, added)
      for (const entry of entries) {
        if (idOf(entry, ids) !== undefined) continue
        const kind = kindOf(entry)
        if (durable.count(kind) + added.count(kind) >= MAX_ENTRIES) continue
        const id = added.add(entry)
        for (const table of tables) table.putSync(keyOf(id), checkedJson(entry, id))
      }
      return ids
    },
    committed() {
      if (!added) return
      for (let id = durable.next(); id < added.next(); id = durable.next()) durable.add(added.entry(id)!)
      added = undefined
    },
    check() {
      const problems: string[] = []
      for (let id = 1, last = lastId(); id <= last; id++) {
        for (const table of tables) {
          if (entryIn(table.getBinary(keyOf(id)), id) === undefined)
            problems.push(`entry ${id} of ${table === tables[0] ? 'the dictionary' : 'its copy'} is damaged`)
        }
      }
      return problems
    },
  }
}

function lastIdIn(table: { getKeys(options: object): Iterable<Uint8Array> }): number {
  for (const key of table.getKeys({ reverse: true, limit: 1 })) return Buffer.from(key).readUIntBE(0, NUMBER_BYTES)
  return 0
}

const idOf = (entry: Entry, ids: EntryIds): number | undefined => {
  if (typeof entry === 'string') return ids.text(entry)
  return 'before' in entry ? ids.affix(entry.before, entry.after) : ids.shape(entry)
}

function keyOf(id: number): Buffer {
  const key = Buffer.allocUnsafe(NUMBER_BYTES)
  writeNumber(id, key, 0)
  return key
}

/** @returns undefined when there is none, or it is damaged */
const entryIn = (bytes: Uint8Array | undefined, id: number): Entry | undefined => bytes && jsonIn<Entry>(bytes, id)
