// What the events of a synchronous batch contribute to the pool.
import { describe, expect, test } from '@jest/globals'
import { newEvents } from '../../src/eventing/newEvents.js'
import { decodeShared } from '../../src/features/pool/columns.js'
import type { SharedResult } from '../../src/features/pool/events.js'
import { addressesVerified, type RecordedRow } from '../../src/features/verification/addressesVerified.js'
import { judgeV1 } from '../../src/features/verification/engine/policy/v1.js'
import type { AddressesVerified } from '../../src/features/verification/events.js'
import { judgementOf } from '../../src/features/verification/judgement.js'
import type { Ruling } from '../../src/features/verification/ruling.js'
import { MAX_APPEND_BYTES } from '../../src/kernel/ports/eventStore.js'
import { decidedProblems } from '../../testbed/contract/eventSchemas.js'
import fc from '../../testbed/fastCheck.js'
import { ada, KEY } from '../../testbed/given/accountEvents.js'
import { factsOf } from '../../testbed/given/facts.js'
import { addressNamed, sharedResult } from '../../testbed/given/poolEvents.js'

const facts = factsOf('someone@example.net')
const verdict = judgeV1(facts)
const found = { judgement: judgementOf(facts), lists: facts.lists, poolConsulted: true }

interface ManyRow extends RecordedRow {
  readonly canonical: string
}

/** A row with any address and domain. */
function rowOf(local: string, domain: string, differs: Partial<ManyRow> = {}): ManyRow {
  const canonical = `${local}@${domain}`
  const shared = sharedResult({ address: addressNamed(canonical), domain })
  return { ...found, verdict: { ...verdict, domain }, canonical, shared, ...differs }
}

const recorded = (rows: readonly ManyRow[], share = true): readonly AddressesVerified[] => {
  const verified = { rows, canonical: rows.map(({ canonical }) => canonical) }
  const membership = { pool: 'public', share }
  const events = addressesVerified({ account: ada, key: KEY }, membership, verified, Number.MAX_SAFE_INTEGER)
  for (const event of events) expect(decidedProblems(event)).toEqual([])
  return events
}
const sharedBy = (events: readonly AddressesVerified[]): SharedResult[] =>
  events.flatMap(({ data }) => (data.shared ? [...decodeShared(data.shared)] : []))

const bytesOf = (events: readonly AddressesVerified[]): number => {
  const actor = { id: ada, correlationId: 'c'.repeat(128), commandId: 'd'.repeat(128) }
  return newEvents(`usage-${ada}.2026-11`, events, actor).reduce(
    (sum, event) => sum + Buffer.byteLength(JSON.stringify(event)),
    0,
  )
}
const namesOf = (rows: readonly ManyRow[]) => rows.map(({ canonical }) => addressNamed(canonical))

describe('what a synchronous batch contributes', () => {
  test('is in its events, once per address, from its first row that can be shared', () => {
    const late = rowOf('c', 'c.net', { shared: undefined })
    const rows = [rowOf('a', 'a.net'), rowOf('b', 'b.net'), rowOf('a', 'a.net'), late, rowOf('c', 'c.net')]
    const [event] = recorded(rows)
    expect(sharedBy([event!]).map(({ address }) => address)).toEqual(
      ['a@a.net', 'b@b.net', 'c@c.net'].map(addressNamed),
    )
    expect(event!.data.shared).toMatchObject({ pool: 'public' })
  })

  test('is recorded once across all of its events', () => {
    const rows = Array.from({ length: 2_500 }, (_, index) => rowOf(`a${index % 1_300}`, 'a.net'))
    const events = recorded(rows)
    expect(events).toHaveLength(3)
    expect(sharedBy(events).map(({ address }) => address)).toEqual(namesOf(rows.slice(0, 1_300)))
    expect(events.map(({ data }) => data.charged)).toEqual([1_000, 300, 0])
    expect(events[2]!.data).not.toHaveProperty('shared')
  })

  test('is nothing without share_signals', () => {
    const [event] = recorded([rowOf('a', 'a.net')], false)
    expect(event!.data).not.toHaveProperty('shared')
  })

  test('includes how often the pool was queried and had the answer', () => {
    const hit = rowOf('h', 'h.net', { shared: undefined })
    const fromPool = { confidence: 0.5, validations: 3 }
    const rows = [
      { ...hit, verdict: { ...hit.verdict, fromPool } },
      rowOf('a', 'a.net'),
      rowOf('b', 'b.net', { poolConsulted: false }),
    ]
    expect(recorded(rows)[0]!.data.pool).toEqual({ pool: 'public', lookUps: 2, hits: 1 })
    expect(recorded([rowOf('b', 'b.net', { poolConsulted: false })])[0]!.data).not.toHaveProperty('pool')
  })

  test('is complete for ten thousand addresses if three share a domain', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) =>
      rowOf(`a${index}`, `company-${Math.floor(index / 3)}.example.se`),
    )
    const events = recorded(rows)
    expect(bytesOf(events)).toBeLessThanOrEqual(MAX_APPEND_BYTES)
    expect(sharedBy(events).map(({ address }) => address)).toEqual(namesOf(rows))
  })

  test('fits into one append with the rulings of many rules, in whatever script their names are', () => {
    const names = Array.from({ length: 40 }, (_, index) => String.fromCodePoint(0x4e00 + index).repeat(30))
    const rulingOf = (index: number): Ruling => {
      const ruling = { action: 'deny', rule: names[index % names.length]!, version: 7 } as const
      return { ...ruling, message: null, recorded: ruling }
    }
    const rows = Array.from({ length: 10_000 }, (_, index) =>
      rowOf(`a${index}`, `${index}.`.padEnd(80, 'x'), { ruling: rulingOf(index) }),
    )
    expect(bytesOf(recorded(rows))).toBeLessThanOrEqual(MAX_APPEND_BYTES)
  })

  test('fits into one append with everything else in the events, whatever the domains', () => {
    const lengths = fc.array(fc.integer({ min: 8, max: 253 }), { minLength: 1, maxLength: 10_000, size: 'max' })
    fc.assert(
      fc.property(lengths, (octets) => {
        const rows = octets.map((length, index) => rowOf('a', `${index}.`.padEnd(length, 'x')))
        const events = recorded(rows)
        expect(bytesOf(events)).toBeLessThanOrEqual(MAX_APPEND_BYTES)
        const known = new Set(namesOf(rows))
        expect(sharedBy(events).filter(({ address }) => !known.delete(address))).toEqual([])
      }),
      { numRuns: 15 },
    )
  })
})
