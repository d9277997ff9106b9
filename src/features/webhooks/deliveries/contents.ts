// The bodies of deliveries.
import type { Collection, DocumentStore } from '../../../kernel/ports/documentStore.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { CONTENTS } from './collections.js'
import { INITIAL_POSITION, removeAll } from './revise.js'

type Content = {
  readonly owner: string
  /** Sealed. */
  readonly body: string
  /** Id of the batch whose file the body links to. */
  readonly download?: string
  readonly expiresAt: number
}

interface NewContent {
  readonly id: string
  readonly owner: string
  readonly body: string
  /** Id of the batch whose file the body links to, at `data.links.download`. */
  readonly download?: string | undefined
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Bodies deleted per page; bodies may be megabytes. */
const PAGE_SIZE = 20

export type Contents = ReturnType<typeof createContents>

interface ContentsDependencies {
  readonly documents: DocumentStore
  readonly vault: Vault
  /** Path and query of a batch's download, valid for a day from now. */
  readonly downloadPathOf: (batch: string) => string
  /** Prefix of absolute links. */
  readonly baseUrl: string
}

/** The bodies of deliveries, stored apart from the records, so that lists of deliveries need not read them. */
export function createContents({ documents, vault, downloadPathOf, baseUrl }: ContentsDependencies) {
  const contents: Collection<Content> = documents.collection(CONTENTS)
  return {
    /**
     * Stores a body unless it exists. Every attempt sends the body that was stored first, except for download links.
     */
    async insert({ id, owner, body, download, expiresAt }: NewContent): Promise<void> {
      const document = {
        owner,
        body: await vault.seal(owner, body),
        ...(download !== undefined && { download }),
        expiresAt,
      }
      await contents.write([{ id, position: INITIAL_POSITION, document }])
    },

    /**
     * The body to send now, with a freshly signed download link: attempts are spread over more than a day, after which a
     * link signed for the first one would have expired.
     * @returns undefined if the body is expired or its account erased
     * @throws Error if the stored body was tampered with
     */
    async open(id: string): Promise<string | undefined> {
      const found = (await contents.get(id))?.document
      const body = found && (await vault.open(found.owner, found.body))
      if (body === undefined || found?.download === undefined) return body
      return withLink(body, `${baseUrl}${downloadPathOf(found.download)}`)
    },

    /** Deletes bodies whose retention has ended. */
    expire: (now: number): Promise<void> =>
      removeAll(contents, { index: 'byExpiry', range: { to: now }, limit: PAGE_SIZE }),
  }
}

function withLink(body: string, download: string): string {
  const payload = JSON.parse(body) as { readonly data: { readonly links: object } }
  return JSON.stringify({ ...payload, data: { ...payload.data, links: { ...payload.data.links, download } } })
}
