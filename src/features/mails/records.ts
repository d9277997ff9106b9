// What was sent to whom: operational records, so that mail is sent once.
import type { CollectionDefinition, DocumentStore } from '../../kernel/ports/documentStore.js'
import { next, START } from '../../kernel/position.js'
import { DAY_MS } from '../../kernel/time.js'

/** Longer than a month, which is the longest for which mail must not be sent again. */
const KEPT_MS = 40 * DAY_MS
const PAGE_SIZE = 200
const FIRST = next(START)

/** What was sent about one subject: the link of an account, or the quota of a month. */
export type MailRecord = {
  readonly owner: string
  /** What was sent last, or given up: the request of a link, or a percentage. */
  readonly done: string
  /** What is to be sent, with attempts that failed; absent if nothing is. */
  readonly trying?: { readonly what: string; readonly failed: number }
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export const MAILS: CollectionDefinition = {
  name: 'mails',
  indexes: { byOwner: ['owner', '_id'], byExpiry: ['expiresAt', '_id'] },
  times: { expiresAt: 'milliseconds' },
}

export type MailRecords = ReturnType<typeof createMailRecords>

/** Only the job of a subject writes its record, one run at a time. */
export function createMailRecords({ documents }: { readonly documents: DocumentStore }) {
  const collection = documents.collection<MailRecord>(MAILS)

  async function removeAll(question: Parameters<typeof collection.find>[0]): Promise<void> {
    for (;;) {
      const { items } = await collection.find(question)
      if (items.length === 0) return
      await collection.write(
        items.map(({ id, position }) => ({ id, expected: position, position: START, document: null })),
      )
      await collection.sweep(FIRST)
    }
  }

  return {
    get: async (id: string): Promise<MailRecord | undefined> => (await collection.get(id))?.document,
    async put(id: string, record: Omit<MailRecord, 'expiresAt'>, now: number): Promise<void> {
      const [found] = await collection.getMany([id])
      const position = found ? next(found.position) : FIRST
      const document = { ...record, expiresAt: now + KEPT_MS }
      await collection.write([{ id, position, document, ...(found && { expected: found.position }) }])
    },
    expire: (now: number): Promise<void> => removeAll({ index: 'byExpiry', range: { to: now }, limit: PAGE_SIZE }),
    forget: (owner: string): Promise<void> => removeAll({ index: 'byOwner', equals: { owner }, limit: PAGE_SIZE }),
  }
}
