import type { Collection, DocumentStore } from '../../../kernel/ports/documentStore.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { FIRST, remove } from './revise.js'

type Content = {
  readonly owner: string
  /** Sealed. */
  readonly body: string
  readonly expiresAt: number
}

export interface NewContent {
  readonly id: string
  readonly owner: string
  readonly body: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

const PAGE = 20

export type Contents = ReturnType<typeof createContents>

/** Bodies, apart from the records: a list of deliveries, or of what is due, need not read them. */
export function createContents({ documents, vault }: { readonly documents: DocumentStore; readonly vault: Vault }) {
  const contents: Collection<Content> = documents.collection({
    name: 'delivery_contents',
    indexes: { byExpiry: ['expiresAt', '_id'] },
  })
  return {
    /** If it is not there yet: what was once written is what every attempt sends. */
    async insert({ id, owner, body, expiresAt }: NewContent): Promise<void> {
      const document = { owner, body: await vault.seal(owner, body), expiresAt }
      await contents.write([{ id, position: FIRST, document }])
    },

    /** undefined when it is expired, or its account erased. @throws Error when it was tampered with */
    async open(id: string): Promise<string | undefined> {
      const found = (await contents.get(id))?.document
      return found && vault.open(found.owner, found.body)
    },

    async expire(now: number): Promise<void> {
      for (;;) {
        const { items } = await contents.find({ index: 'byExpiry', range: { to: now }, limit: PAGE })
        if (items.length === 0) return
        await remove(contents, items)
      }
    },
  }
}
