import type { Collection, DocumentStore } from '../../../kernel/ports/documentStore.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { CONTENTS } from './collections.js'
import { FIRST, remove } from './revise.js'

type Content = {
  readonly owner: string
  /** Sealed. */
  readonly body: string
  /** The batch whose file the body links to. */
  readonly download?: string
  readonly expiresAt: number
}

export interface NewContent {
  readonly id: string
  readonly owner: string
  readonly body: string
  /** The batch whose file the body links to, at `data.links.download`. */
  readonly download?: string | undefined
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

const PAGE = 20

export type Contents = ReturnType<typeof createContents>

export interface ContentsDependencies {
  readonly documents: DocumentStore
  readonly vault: Vault
  /** Path and query of a batch's file, good from now on for a day. */
  readonly downloadPathOf: (batch: string) => string
  /** Prefix of links. */
  readonly baseUrl: string
}

/** Bodies, apart from the records: a list of deliveries, or of what is due, need not read them. */
export function createContents({ documents, vault, downloadPathOf, baseUrl }: ContentsDependencies) {
  const contents: Collection<Content> = documents.collection(CONTENTS)
  return {
    /** If it is not there yet: what was once written is what every attempt sends, links aside. */
    async insert({ id, owner, body, download, expiresAt }: NewContent): Promise<void> {
      const document = {
        owner,
        body: await vault.seal(owner, body),
        ...(download !== undefined && { download }),
        expiresAt,
      }
      await contents.write([{ id, position: FIRST, document }])
    },

    /**
     * What is to be sent now: attempts come for more than a day, and a link that was signed with the first would not
     * open any more. undefined when it is expired, or its account erased. @throws Error when it was tampered with
     */
    async open(id: string): Promise<string | undefined> {
      const found = (await contents.get(id))?.document
      const body = found && (await vault.open(found.owner, found.body))
      if (body === undefined || found?.download === undefined) return body
      return withLink(body, `${baseUrl}${downloadPathOf(found.download)}`)
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

function withLink(body: string, download: string): string {
  const told = JSON.parse(body) as { readonly data: { readonly links: object } }
  return JSON.stringify({ ...told, data: { ...told.data, links: { ...told.data.links, download } } })
}
