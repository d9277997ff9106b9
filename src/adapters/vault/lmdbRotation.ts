import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RootDatabase } from 'lmdb'
import { pagesOf, tablesIn } from './lmdbKeys.js'
import type { RotatedStore } from './rotation.js'

interface Access {
  /** Runs a write in a transaction, and resolves once it is on disk. */
  readonly commit: <T>(write: () => T) => Promise<T>
  /** Runs a read that sees the commits of other processes. */
  readonly fresh: <T>(work: () => T) => T
}

/** The vault's tables, for the rotation of its secret key. */
export function openRotatedStore(environment: RootDatabase, { commit, fresh }: Access): RotatedStore {
  const { wrapped, checks } = tablesIn(environment)
  return {
    readCheck: async (name) => fresh(() => checks.getBinary(Buffer.from(name))),
    writeChecks: (values) =>
      commit(() => {
        for (const { name, value } of values) checks.putSync(Buffer.from(name), value)
      }),
    removeCheck: (name) => commit(() => void checks.removeSync(Buffer.from(name))),
    async *pages() {
      for (const page of pagesOf(wrapped, fresh)) {
        yield page.map(({ key, value }) => ({ owner: key, value }))
        await nextTurn()
      }
    },
    replace: (changes) =>
      commit(() => {
        for (const { owner, value, after } of changes) {
          if (wrapped.getBinary(owner)?.equals(value)) wrapped.putSync(owner, after)
        }
      }),
  }
}
