// Decides commands of rules and lists. Pure.
import { Failure } from '../../kernel/failure.js'
import type { ListEntries, ListName, RulesEvent } from './events.js'
import type { NO_RULES } from './projections/rules.js'

/** What decisions depend on. */
export type RulesState = typeof NO_RULES

/** @param rules sealed */
export const putDraft = (account: string, rules: string): RulesEvent[] => [
  { type: 'RulesDraftPut', data: { account, rules } },
]

/** @param count number of rules of the draft @throws Failure NO_DRAFT */
export function activate({ draft, versions }: RulesState, account: string, count: number): RulesEvent[] {
  if (!draft) throw noDraft()
  return [{ type: 'RulesActivated', data: { account, version: versions + 1, rules: draft.rules, count } }]
}

export const noDraft = () => new Failure('NO_DRAFT', 'There is no draft. Write one with PUT /v1/rules/draft first.')

/** Idempotent. @throws Failure NOT_FOUND */
export function rollBack({ live, versions }: RulesState, account: string, version: number): RulesEvent[] {
  if (version > versions) throw versionNotFound()
  return version === live.version ? [] : [{ type: 'RulesRolledBack', data: { account, version } }]
}

export const versionNotFound = () => new Failure('NOT_FOUND', 'There is no such version of the rules.')

/** Idempotent. */
export function putList({ lists }: RulesState, account: string, list: ListName, entries: ListEntries): RulesEvent[] {
  const known = lists[list]
  if (known?.id === entries.id) return []
  if (!known) return [{ type: 'ListPut', data: { account, list, entries } }]
  const { id, chunks, domains, addresses } = known
  return [{ type: 'ListPut', data: { account, list, entries, replaced: { id, chunks, domains, addresses } } }]
}
