// Chain links in the document store, for a log that has no place for them: KurrentDB's.
import type { ChainLink, ChainLinks } from '../../kernel/ports/chainLinks.js'
import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import { START } from '../../kernel/position.js'

const COLLECTION = { name: 'chain_links' } as const

export function createDocumentChainLinks(documents: DocumentStore): ChainLinks {
  const links = documents.collection<ChainLink & { readonly [member: string]: unknown }>(COLLECTION)
  return {
    async all() {
      const found: ChainLink[] = []
      for await (const { document } of links.all()) found.push(document)
      return found.sort((a, b) => a.range - b.range)
    },
    // Without an expected position only a new document is written.
    add: async (link) => void (await links.write([{ id: String(link.range), position: START, document: { ...link } }])),
  }
}
