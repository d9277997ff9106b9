// Chain links of the LMDB log, in its file.
import type { Database } from 'lmdb'
import type { ChainLink, ChainLinks } from '../../../kernel/ports/chainLinks.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { checkedJson, jsonIn } from '../../lmdb/checksum.js'
import { numberKeys, openDatabase, readingFresh } from '../../lmdb/databases.js'
import { closeEnvironment, openEnvironment } from '../../lmdb/environment.js'
import { transact } from '../../lmdb/groupCommit.js'

/** @param path the file of the log */
export function createLmdbChainLinks(path: string): ChainLinks & { close(): Promise<void> } {
  const environment = openEnvironment(path)
  const links: Database<Uint8Array, number> = openDatabase(environment, 'links', {
    keyEncoder: numberKeys,
  })

  function linkIn(range: number, bytes: Uint8Array): ChainLink {
    const link = jsonIn<ChainLink>(bytes, range)
    if (!link) throw new StoreUnavailable(`the chain link of range ${range} is damaged`)
    return link
  }

  return {
    all: async () =>
      readingFresh(environment, () => [...links.getRange({})].map(({ key, value }) => linkIn(key, value))),
    async add(link) {
      const bytes = checkedJson(link, link.range)
      await transact(environment, () => links.putSync(link.range, bytes, { noOverwrite: true }))
    },
    close: () => closeEnvironment(environment),
  }
}
