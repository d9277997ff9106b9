// The read model of an account's rules.
import type { Projection } from '../../../eventing/projection.js'
import type { ListEntries, ListName, RulesEvent } from '../events.js'

export type RulesDocument = {
  readonly owner: string
  /** Revision of the last event in its stream, as text; and the command that wrote it. */
  readonly revision: string
  readonly command: string
  /** The version in force, 0 = no rules, and since when. */
  readonly live: { readonly version: number; readonly since: string | null }
  /** The highest version so far. */
  readonly versions: number
  /** Sealed. */
  readonly draft: { readonly rules: string; readonly at: string } | null
  readonly lists: { readonly [list in ListName]: ListDocument | null }
}

type ListDocument = ListEntries & { readonly at: string }

export const NO_RULES: Pick<RulesDocument, 'live' | 'versions' | 'draft' | 'lists'> = {
  live: { version: 0, since: null },
  versions: 0,
  draft: null,
  lists: { allow: null, deny: null },
}

/** Which rules of an account are live, its draft, and what its lists consist of. Key: account. */
export const rules: Projection<RulesEvent, RulesDocument> = {
  name: 'rules',
  version: 1,
  times: { 'live.since': 'iso', 'draft.at': 'iso', 'lists.allow.at': 'iso', 'lists.deny.at': 'iso' },
  keys: (event) => {
    switch (event.type) {
      case 'RulesDraftPut':
      case 'RulesActivated':
      case 'RulesRolledBack':
      case 'ListPut':
        return [event.data.account]
      default:
        return []
    }
  },
  apply: (document, event) => {
    const { recordedAt: at, revision, meta } = event
    const before = { ...NO_RULES, ...document }
    const after = { ...before, owner: event.data.account, revision: String(revision), command: meta.commandId }
    switch (event.type) {
      case 'RulesDraftPut':
        return { ...after, draft: { rules: event.data.rules, at } }
      case 'RulesActivated': {
        const { version } = event.data
        return { ...after, live: { version, since: at }, versions: version, draft: null }
      }
      case 'RulesRolledBack':
        return { ...after, live: { version: event.data.version, since: at } }
      case 'ListPut': {
        const { list, entries } = event.data
        const isEmpty = entries.domains + entries.addresses === 0
        return { ...after, lists: { ...before.lists, [list]: isEmpty ? null : { ...entries, at } } }
      }
    }
  },
}
