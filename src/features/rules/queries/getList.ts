// One of an account's lists: how many entries it has, and its domains page by page.
import type { Reading } from '../../../eventing/eventing.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import type { ListName } from '../events.js'
import { cursorOf, placeOf } from '../internal/cursors.js'
import { listChunkIds, listChunks } from '../projections/listChunks.js'
import { NO_RULES, rules } from '../projections/rules.js'

/** One of the account's lists, with a page of its domains. Of addresses it is only known how many there are. */
export interface ListView {
  readonly list: ListName
  /** Numbers of domains and addresses. */
  readonly domains: number
  readonly addresses: number
  /** ISO 8601; null if it is empty. */
  readonly updatedAt: string | null
  /** The domains on this page, in order. */
  readonly entries: readonly string[]
  /** Null on the last page. */
  readonly nextCursor: string | null
}

/**
 * One of the caller's lists: how many entries it has, and its domains. Its addresses are kept as keyed hashes only. Empty for a
 * sandbox key.
 * @param page `cursor`: `nextCursor` of the page before
 * @throws Failure VALIDATION_ERROR if the cursor does not belong to this list
 */
export type GetList = (
  caller: Pick<Caller, 'account' | 'sandbox'>,
  list: ListName,
  page: { readonly limit: number; readonly cursor?: string | undefined },
) => Promise<ListView>

export const createGetList =
  ({ eventing }: { readonly eventing: Reading }): GetList =>
  async ({ account, sandbox }, list, { limit, cursor }) => {
    const { lists } = (sandbox ? undefined : await eventing.read(rules).getUpToHead(account)) ?? NO_RULES
    const found = lists[list]
    // A cursor ends with the entries that it was made for.
    const place = `${account} ${sandbox} ${list} ${found?.id}`
    const from = cursor === undefined ? 0 : placeOf(place, cursor)
    if (!found) return { list, domains: 0, addresses: 0, updatedAt: null, entries: [], nextCursor: null }
    const { id, domains, addresses, at: updatedAt } = found
    const entries = await namesOf(listChunkIds(found), streamName('list', id))
    const end = from + entries.length
    const nextCursor = end < domains ? cursorOf(place, end) : null
    return { list, domains, addresses, updatedAt, entries, nextCursor }

    async function namesOf(ids: readonly string[], stream: string): Promise<string[]> {
      const model = eventing.read(listChunks)
      const names: string[] = []
      let before = 0
      for (const chunk of ids) {
        if (names.length === limit || before >= domains) break
        const all = (await model.getOrReplay(chunk, stream))?.domains ?? []
        const first = Math.max(0, from + names.length - before)
        names.push(...all.slice(first, first + limit - names.length))
        before += all.length
      }
      return names
    }
  }
