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

interface Activation {
  readonly account: string
  /** Number of rules of the draft. */
  readonly count: number
  /** The version that must be live; undefined = any. */
  readonly expected: number | undefined
  /** When the draft must have been written, milliseconds since the epoch; undefined = any draft. */
  readonly draftAt?: number | undefined
}

/** @throws Failure NO_DRAFT, RULES_CHANGED */
export function activate(
  { live, draft, versions }: RulesState,
  { account, count, expected, draftAt }: Activation,
): RulesEvent[] {
  if (!draft) throw noDraft()
  if (expected !== undefined && expected !== live.version) throw rulesChanged(live.version, expected)
  if (draftAt !== undefined && draftAt !== Date.parse(draft.at)) throw draftChanged(draft.at)
  return [{ type: 'RulesActivated', data: { account, version: versions + 1, rules: draft.rules, count } }]
}

export const noDraft = () => new Failure('NO_DRAFT', 'There is no draft. Write one with PUT /v1/rules/draft first.')

const rulesChanged = (live: number, expected: number) =>
  new Failure(
    'RULES_CHANGED',
    `Version ${live} of the rules is live, not ${expected}. Compare it with the draft, then activate again.`,
    { live_version: live },
  )

const draftChanged = (at: string) =>
  new Failure('RULES_CHANGED', `The draft is another one now, written at ${at}. Compare it, then activate again.`, {
    draft_updated_at: at,
  })

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
