import type { Projection } from '../../../eventing/projection.js'
import type { ListChunkPut, ListPut } from '../events.js'

export type ListChunkDocument = {
  readonly owner: string
  readonly domains: readonly string[]
  /** Seven base64url digits each. */
  readonly addresses: string
}

const listChunkId = (id: string, chunk: number): string => `${id}.${String(chunk).padStart(4, '0')}`

export const listChunkIds = ({ id, chunks }: { readonly id: string; readonly chunks: number }): string[] =>
  Array.from({ length: chunks }, (_, chunk) => listChunkId(id, chunk))

/** The entries of lists. Key: id and number of the chunk. */
export const listChunks: Projection<ListChunkPut | ListPut, ListChunkDocument> = {
  name: 'list_chunks',
  version: 1,
  keys: (event) => {
    switch (event.type) {
      case 'ListChunkPut':
        return [listChunkId(event.data.id, event.data.chunk)]
      case 'ListPut':
        return event.data.replaced ? listChunkIds(event.data.replaced) : []
      default:
        return []
    }
  },
  apply: (_, event) => {
    if (event.type === 'ListPut') return null
    const { account: owner, domains, addresses } = event.data
    return { owner, domains, addresses }
  },
}
