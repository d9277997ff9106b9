// The read models of rules, their versions and the entries of lists.
import { describe, expect, test } from '@jest/globals'
import type { ListChunkPut, RulesEvent } from '../../src/features/rules/events.js'
import { listChunks } from '../../src/features/rules/projections/listChunks.js'
import { ruleSets } from '../../src/features/rules/projections/ruleSets.js'
import { rules } from '../../src/features/rules/projections/rules.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import {
  draftPut,
  entriesOf,
  listChunkPut,
  listPut,
  rulesActivated,
  rulesRolledBack,
} from '../../testbed/given/ruleEvents.js'

const first = '3c1f0b7a-9d52-5e64-8a17-c0d4e5f60718'
const second = '4c1f0b7a-9d52-5e64-8a17-c0d4e5f60718'

function logOf(...events: readonly (RulesEvent | ListChunkPut)[]) {
  const log = createRecordedLog()
  for (const event of events)
    log.append(event.type === 'ListChunkPut' ? `list-${event.data.id}` : `rules-${event.data.account}`, event)
  return log
}
const rulesOf = (...events: readonly (RulesEvent | ListChunkPut)[]) => documentsOf(rules, logOf(...events).events)

describe('the rules of an account', () => {
  test('are nothing but a draft at first', () =>
    expect(rulesOf(draftPut('YQ'))[ada]).toMatchObject({
      owner: ada,
      revision: '0',
      live: { version: 0, since: null },
      versions: 0,
      draft: { rules: 'YQ', at: expect.any(String) },
      lists: { allow: null, deny: null },
    }))

  test('are live since they were activated; the draft is used up', () =>
    expect(rulesOf(draftPut(), rulesActivated(1))[ada]).toMatchObject({
      live: { version: 1, since: expect.any(String) },
      versions: 1,
      draft: null,
    }))

  test('may be earlier ones again, beside a draft', () =>
    expect(
      rulesOf(draftPut(), rulesActivated(1), draftPut(), rulesActivated(2), draftPut('Yw'), rulesRolledBack(1))[ada],
    ).toMatchObject({ live: { version: 1 }, versions: 2, draft: { rules: 'Yw' } }))

  test('are known with the revision of their last change, and the commands of the last twenty', () => {
    const log = logOf(...Array.from({ length: 25 }, () => draftPut()))
    const commands = log.events.slice(-20).map(({ meta }) => meta.commandId)
    expect(new Set(commands).size).toBe(20)
    expect(documentsOf(rules, log.events)[ada]).toMatchObject({ revision: '24', commands })
  })

  test('are its own', () => {
    const found = rulesOf(draftPut('YQ'), draftPut('Yg', bob))
    expect(found[ada]!.draft!.rules).toBe('YQ')
    expect(found[bob]!.draft!.rules).toBe('Yg')
  })

  test('know what each list consists of; an empty one is none', () => {
    const put = listPut('deny', entriesOf(first))
    expect(rulesOf(put)[ada]!.lists).toEqual({ allow: null, deny: { ...entriesOf(first), at: expect.any(String) } })
    const none = entriesOf(second, { chunks: 0, domains: 0, addresses: 0 })
    expect(rulesOf(put, listPut('deny', none, entriesOf(first)))[ada]!.lists).toEqual({ allow: null, deny: null })
  })
})

test('every version is kept, with its rules', () =>
  expect(documentsOf(ruleSets, logOf(draftPut(), rulesActivated(1, 'YQ'), rulesActivated(2, 'Yg')).events)).toEqual({
    [`${ada}.0000000001`]: { owner: ada, version: 1, at: expect.any(String), rules: 'YQ', count: 2 },
    [`${ada}.0000000002`]: { owner: ada, version: 2, at: expect.any(String), rules: 'Yg', count: 2 },
  }))

test('entries of a list are there until others replace them', () => {
  const chunk = { owner: ada, domains: ['*.example.net', 'example.com'], addresses: 'AAAAAAB' }
  const two = entriesOf(first, { chunks: 2 })
  const before = [listChunkPut(first), listChunkPut(first, 1), listPut('deny', two), listChunkPut(second)]
  expect(documentsOf(listChunks, logOf(...before).events)).toEqual({
    [`${first}.0000`]: chunk,
    [`${first}.0001`]: chunk,
    [`${second}.0000`]: chunk,
  })
  const after = [...before, listPut('deny', entriesOf(second), two)]
  expect(documentsOf(listChunks, logOf(...after).events)).toEqual({ [`${second}.0000`]: chunk })
})
