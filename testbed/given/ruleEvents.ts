// Events of rules and lists of an account.
import type {
  ListChunkPut,
  ListEntries,
  ListPut,
  RulesActivated,
  RulesDraftPut,
  RulesRolledBack,
} from '../../src/features/rules/events.js'
import { ada } from './accountEvents.js'

export const draftPut = (rules = 'ZHJhZnQ', account = ada): RulesDraftPut => ({
  type: 'RulesDraftPut',
  data: { account, rules },
})

export const rulesActivated = (version: number, rules = 'ZHJhZnQ', account = ada): RulesActivated => ({
  type: 'RulesActivated',
  data: { account, version, rules, count: 2 },
})

export const rulesRolledBack = (version: number, account = ada): RulesRolledBack => ({
  type: 'RulesRolledBack',
  data: { account, version },
})

export const entriesOf = (id: string, differs: Partial<ListEntries> = {}): ListEntries => ({
  id,
  chunks: 1,
  domains: 2,
  addresses: 1,
  ...differs,
})

export const listPut = (list: 'allow' | 'deny', entries: ListEntries, replaced?: ListEntries): ListPut => ({
  type: 'ListPut',
  data: { account: ada, list, entries, ...(replaced && { replaced }) },
})

export const listChunkPut = (id: string, chunk = 0, account = ada): ListChunkPut => ({
  type: 'ListChunkPut',
  data: { account, id, chunk, domains: ['*.example.net', 'example.com'], addresses: 'AAAAAAB' },
})
