import assert from 'node:assert/strict'
import type { Entity } from '../../src/eventing/entity.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import { Failure, type FailureCode } from '../../src/kernel/failure.js'
import { decidedProblems } from '../contract/eventSchemas.js'
import { frozen } from './frozen.js'
import { createRecordedLog } from './recordedLog.js'

/** A decision test: `given(history).when(decision)`, then exactly these events in this order, or this failure. */
export const createGiven =
  <State, E extends DomainEvent>({ stream, initial, evolve }: Entity<State, E>) =>
  (past: readonly E[]) => ({
    when: (decide: (state: State) => readonly E[]) => {
      const history = createRecordedLog().append(stream, ...past)
      const state = history.reduce((folded, event) => frozen(evolve(folded, event)), frozen(initial))
      return {
        // biome-ignore lint/suspicious/noThenProperty: given, when, then; returned to a test by mistake, it fails
        then: (expected: readonly E[]): void => {
          const decided = decide(state)
          assert.deepEqual(decided, expected)
          for (const event of decided) assert.deepEqual(decidedProblems(event), [])
        },
        fails: (code: FailureCode, details?: unknown): void => {
          const failure = failureOf(() => decide(state))
          assert.deepEqual({ code: failure.code, details: failure.details }, { code, details })
        },
      }
    },
  })

/** The expected failure of a call; any other error, or success, fails the test. */
export function failureOf(call: () => unknown): Failure {
  try {
    call()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('nothing failed')
}
