// What the rest of the system requires of a place that keeps the guard record.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Guard, GuardRecord } from '../../src/kernel/ports/guard.js'
import { START } from '../../src/kernel/position.js'

export interface GuardFixture {
  readonly guard: Guard
  /** Another handle on the same record, as in another process. */
  second(): Guard
  dispose(): Promise<void>
}

const RECORD: GuardRecord = { installation: 'one', newest: START, vaultCheck: 'sealed', schemas: {} }
const adding = (type: string) => (before: GuardRecord | undefined) => ({
  ...before!,
  schemas: { ...before!.schemas, [type]: 1 },
})

/** What the rest of the system requires of a place that keeps the guard record. */
export function guardContract(adapter: string, make: () => Promise<GuardFixture>): void {
  describe(`guard: ${adapter}`, () => {
    let fixture: GuardFixture
    let guard: Guard
    beforeEach(async () => {
      fixture = await make()
      guard = fixture.guard
    })
    afterEach(() => fixture.dispose())

    test('has no record at first, and then the one that was written, for every handle', async () => {
      expect(await guard.read()).toBeUndefined()
      await guard.update((before) => (before ? undefined : RECORD))
      expect(await fixture.second().read()).toEqual(RECORD)
      await guard.update(() => ({ ...RECORD, event: 'e1' }))
      expect(await guard.read()).toEqual({ ...RECORD, event: 'e1' })
    })

    test('keeps the record if a change gives none', async () => {
      await guard.update(() => RECORD)
      await guard.update(() => undefined)
      expect(await guard.read()).toEqual(RECORD)
    })

    test('loses no change of those that one handle makes at the same time', async () => {
      await guard.update(() => RECORD)
      const types = Array.from({ length: 20 }, (_, number) => `Type${number}`)
      await Promise.all(types.map((type) => guard.update(adding(type))))
      expect(Object.keys((await guard.read())!.schemas).sort()).toEqual(types.sort())
    })
  })
}
