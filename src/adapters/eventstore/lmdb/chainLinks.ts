// Chain links of the LMDB log, in its file.
import type { Database } from 'lmdb'
import type { ChainLink, ChainLinks } from '../../../kernel/ports/chainLinks.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { readNumber, writeNumber } from '../../lmdb/bytes.js'
import { checkedBytes, checkedContent } from '../../lmdb/checksum.js'
import { closeEnvironment, openDatabase, openEnvironment, reading } from '../../lmdb/environment.js'
import { transact } from '../../lmdb/groupCommit.js'

/** @param path the file of the log */
export function createLmdbChainLinks(path: string): ChainLinks & { close(): Promise<void> } {
  const environment = openEnvironment(path)
  const links: Database<Uint8Array, number> = openDatabase(environment, 'links', {
    keyEncoder: {
      writeKey: (range: number, target, start) => writeNumber(range, target, start),
      readKey: (source, start) => readNumber(source, start),
    },
  })

  function linkIn(range: number, bytes: Uint8Array): ChainLink {
    const content = checkedContent(bytes, range)
    if (!content) throw new StoreUnavailable(`the chain link of range ${range} is damaged`)
    return JSON.parse(content.toString('utf8'))
  }

  return {
    all: async () =>
      reading(() => {
        environment.resetReadTxn()
        return [...links.getRange({})].map(({ key, value }) => linkIn(key, value))
      }),
    async add(link) {
      const bytes = checkedBytes(Buffer.from(JSON.stringify(link)), link.range)
      await transact(environment, () => links.putSync(link.range, bytes, { noOverwrite: true }))
    },
    close: () => closeEnvironment(environment),
  }
}
