// The read model of an account's rules.
import type { Projection } from '../../../eventing/projection.js'
import type { ListEntries, ListName, RulesEvent } from '../events.js'

export type RulesDocument = {
  readonly owner: string
  /** Revision of the last event in its stream, as text. */
  readonly revision: string
  /** Ids of the commands that wrote the last changes, oldest first: any of them may be repeated. */
  readonly commands: readonly string[]
  /** The version in force, 0 = no rules, and since when. */
  readonly live: { readonly version: number; readonly since: string | null }
  /** The highest version so far. */
  readonly versions: number
  /** Sealed. */
  readonly draft: { readonly rules: string; readonly at: string } | null
  readonly lists: { readonly [list in ListName]: ListDocument | null }
}

type ListDocument = ListEntries & { readonly at: string }

/** Commands that are remembered: others may have come between one and its repetition. */
const MAX_COMMANDS = 20

export const NO_RULES: Pick<RulesDocument, 'commands' | 'live' | 'versions' | 'draft' | 'lists'> = {
  commands: [],
  live: { version: 0, since: null },
  versions: 0,
  draft: null,
  lists: { allow: null, deny: null },
}

/** Which rules of an account are live, its draft, and what its lists consist of. Key: account. */
export const rules: Projection<RulesEvent, RulesDocument> = {
  name: 'rules',
  version: 2,
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
    const commands = [...before.commands.filter((id) => id !== meta.commandId), meta.commandId].slice(-MAX_COMMANDS)
    const after = { ...before, owner: event.data.account, revision: String(revision), commands }
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
