// Which stores an installation is refused with. Pure.
import { describe, expect, test } from '@jest/globals'
import { type Found, judge } from '../../src/composition/guard/judge.js'
import { START } from '../../src/kernel/position.js'

const at = (number: number) => number.toString(16).padStart(32, '0')
const record = {
  installation: 'one',
  newest: at(7),
  event: 'e7',
  vaultCheck: 'sealed',
  schemas: { AddressVerified: 1 },
}
const whole: Found = {
  guards: [{ place: 'format.json', record }],
  log: { place: 'events.mdb', head: at(9), hasNewest: true },
  vault: { place: 'vault.mdb', opensCheck: true },
  versions: new Map([['AddressVerified', 1]]),
}

describe('is not refused:', () => {
  test.each<[string, Partial<Found>]>([
    ['what is as it was, or has grown', {}],
    [
      'an installation of an older release, without a record',
      { guards: [{ place: 'format.json', record: undefined }] },
    ],
    [
      'a place that has lost the record, which another has',
      { guards: [{ place: 'a', record: undefined }, ...whole.guards] },
    ],
  ])('%s', (_, differs) => expect(judge({ ...whole, ...differs })).toBeUndefined())
})

describe('is refused, in one line with the remedy:', () => {
  const schemas = (types: { [type: string]: number }) => ({
    guards: [{ place: 'format.json', record: { ...record, schemas: types } }],
  })
  const accept = (head: string) => new RegExp(`mount or restore .*run mailproof accept-loss ${head}\\b`)
  test.each<[string, Partial<Found>, string, RegExp]>([
    ['an empty log', { log: { place: 'events.mdb', head: START, hasNewest: false } }, 'empty', accept(START)],
    [
      'a log without its end',
      { log: { place: 'events.mdb', head: at(3), hasNewest: false } },
      'shorter',
      accept(at(3)),
    ],
    ['another log', { log: { place: 'events.mdb', head: at(99), hasNewest: false } }, 'shorter', accept(at(99))],
    [
      'another vault',
      { vault: { place: 'vault.mdb', opensCheck: false } },
      'vault',
      /vault\.mdb .*restore it.*accept-loss/,
    ],
    [
      'stores of two installations',
      { guards: [...whole.guards, { place: "MongoDB's x", record: { ...record, installation: 'two' } }] },
      'foreign',
      /^format\.json and MongoDB's x belong to two installations: set/,
    ],
    [
      'an event type of a newer program',
      schemas({ AccountSuspended: 1 }),
      'newer',
      /AccountSuspended.*start the newer/,
    ],
    [
      'an event version of a newer program',
      schemas({ AddressVerified: 2 }),
      'newer',
      /versions up to 1: start the newer/,
    ],
  ])('%s', (_, differs, kind, message) => {
    const problem = judge({ ...whole, ...differs })
    expect(problem?.kind).toBe(kind)
    expect(problem?.message).toMatch(message)
    expect(problem?.message).not.toContain('\n')
  })
})
