// Deciders of rules and lists.
import { describe, expect, test } from '@jest/globals'
import * as decide from '../../src/features/rules/decide.js'
import type { RulesEvent } from '../../src/features/rules/events.js'
import { NO_RULES, rules } from '../../src/features/rules/projections/rules.js'
import { decidedProblems } from '../../testbed/contract/eventSchemas.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { failureOf as failed } from '../../testbed/given/given.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { draftPut, entriesOf, listPut, rulesActivated, rulesRolledBack } from '../../testbed/given/ruleEvents.js'

const first = '3c1f0b7a-9d52-5e64-8a17-c0d4e5f60718'
const second = '4c1f0b7a-9d52-5e64-8a17-c0d4e5f60718'

/** What decisions depend on, after these events. */
function stateAfter(...events: readonly RulesEvent[]): decide.RulesState {
  const log = createRecordedLog()
  for (const event of events) log.append(`rules-${ada}`, event)
  return documentsOf(rules, log.events)[ada] ?? NO_RULES
}

function expectDecided(events: readonly RulesEvent[], expected: readonly RulesEvent[]): void {
  expect(events).toEqual(expected)
  for (const event of events) expect(decidedProblems(event)).toEqual([])
}

function failureOf(decide: () => unknown) {
  const { code, message, details } = failed(decide)
  return { code, message, ...(details && { details }) }
}

describe('activating', () => {
  const activation = { account: ada, count: 2, expected: undefined }

  test('makes the draft the next version', () => {
    expectDecided(decide.activate(stateAfter(draftPut('YQ')), activation), [rulesActivated(1, 'YQ')])
    expectDecided(decide.activate(stateAfter(draftPut('YQ'), rulesActivated(1), draftPut('Yg')), activation), [
      rulesActivated(2, 'Yg'),
    ])
  })

  test('counts on after a rollback, so that a version never means two sets', () =>
    expectDecided(
      decide.activate(
        stateAfter(draftPut(), rulesActivated(1), draftPut(), rulesActivated(2), rulesRolledBack(1), draftPut('Yw')),
        activation,
      ),
      [rulesActivated(3, 'Yw')],
    ))

  test('needs a draft, which an activation uses up', () => {
    const nothing = { code: 'NO_DRAFT', message: 'There is no draft. Write one with PUT /v1/rules/draft first.' }
    expect(failureOf(() => decide.activate(stateAfter(), activation))).toEqual(nothing)
    expect(failureOf(() => decide.activate(stateAfter(draftPut(), rulesActivated(1)), activation))).toEqual(nothing)
  })

  test('is refused if another version is live than was looked at', () => {
    const state = stateAfter(draftPut(), rulesActivated(1), draftPut())
    expectDecided(decide.activate(state, { ...activation, expected: 1 }), [rulesActivated(2)])
    expect(failureOf(() => decide.activate(state, { ...activation, expected: 3 }))).toEqual({
      code: 'RULES_CHANGED',
      message: 'Version 1 of the rules is live, not 3. Compare it with the draft, then activate again.',
      details: { live_version: 1 },
    })
  })
})

describe('activating the draft that was looked at', () => {
  const activation = { account: ada, count: 2, expected: undefined }
  const written = Date.parse(stateAfter(draftPut()).draft!.at)

  test('is refused if somebody else has written another one since', () => {
    const state = stateAfter(draftPut())
    expectDecided(decide.activate(state, { ...activation, draftAt: written }), [rulesActivated(1)])
    expect(failureOf(() => decide.activate(state, { ...activation, draftAt: written - 1 }))).toEqual({
      code: 'RULES_CHANGED',
      message: `The draft is another one now, written at ${state.draft!.at}. Compare it, then activate again.`,
      details: { draft_updated_at: state.draft!.at },
    })
  })
})

describe('rolling back', () => {
  const two = [draftPut(), rulesActivated(1), draftPut(), rulesActivated(2)]

  test('makes any version live again, and 0 none', () => {
    expectDecided(decide.rollBack(stateAfter(...two), ada, 1), [rulesRolledBack(1)])
    expectDecided(decide.rollBack(stateAfter(...two), ada, 0), [rulesRolledBack(0)])
    expectDecided(decide.rollBack(stateAfter(...two, rulesRolledBack(0)), ada, 2), [rulesRolledBack(2)])
  })

  test('to what is live changes nothing', () => {
    expectDecided(decide.rollBack(stateAfter(...two), ada, 2), [])
    expectDecided(decide.rollBack(stateAfter(), ada, 0), [])
  })

  test('to what never was is refused', () =>
    expect(failureOf(() => decide.rollBack(stateAfter(...two), ada, 3))).toEqual({
      code: 'NOT_FOUND',
      message: 'There is no such version of the rules.',
    }))
})

describe('replacing a list', () => {
  test('names what it replaces, so that read models delete it', () => {
    expectDecided(decide.putList(stateAfter(), ada, 'deny', entriesOf(first)), [listPut('deny', entriesOf(first))])
    expectDecided(decide.putList(stateAfter(listPut('deny', entriesOf(first))), ada, 'deny', entriesOf(second)), [
      listPut('deny', entriesOf(second), entriesOf(first)),
    ])
  })

  test('leaves the other list as it is', () =>
    expectDecided(decide.putList(stateAfter(listPut('deny', entriesOf(first))), ada, 'allow', entriesOf(second)), [
      listPut('allow', entriesOf(second)),
    ]))

  test('by the same entries again changes nothing', () =>
    expectDecided(decide.putList(stateAfter(listPut('deny', entriesOf(first))), ada, 'deny', entriesOf(first)), []))
})
