import { basename } from 'node:path'
import { checkPages } from '../adapters/lmdb/checkPages.js'
import type { StoreCheck } from '../eventing/logCheck/checkStores.js'

/** The check of an LMDB file's pages. */
export const fileCheck = (path: string): StoreCheck =>
  async function* (signal) {
    for await (const problem of checkPages(path, signal))
      yield { position: null, problem: `${basename(path)}: ${problem}` }
  }
