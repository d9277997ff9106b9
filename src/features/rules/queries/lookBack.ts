import type { Vault } from '../../../kernel/ports/vault.js'
import type { ListEntries, ListName } from '../events.js'
import { createHindsight, type Hindsight } from '../internal/hindsight.js'
import type { ReadList } from '../internal/readList.js'
import { openRules } from '../internal/readRuleSet.js'

/**
 * A set of rules that can be asked about the past; undefined if the account was erased.
 * @param rules as JSON, sealed
 * @param lists those that count; null = those that were in force at the time
 */
export type LookBack = (
  account: string,
  rules: string,
  lists: { readonly [list in ListName]: ListEntries | null } | null,
) => Promise<Hindsight | undefined>

export const createLookBack =
  ({ vault, readList }: { readonly vault: Vault; readonly readList: ReadList }): LookBack =>
  async (account, sealed, lists) => {
    const rules = await openRules(vault, account, sealed)
    if (!rules) return undefined
    if (!lists) return createHindsight(rules, undefined)
    const read = (entries: ListEntries | null) => (entries ? readList(entries) : undefined)
    return createHindsight(rules, { allow: await read(lists.allow), deny: await read(lists.deny) })
  }
