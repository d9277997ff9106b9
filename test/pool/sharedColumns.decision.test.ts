// Shared results as columns of an event.
import { describe, expect, test } from '@jest/globals'
import { decodeShared } from '../../src/features/pool/columns.js'
import type { SharedResult, SharedRoute } from '../../src/features/pool/events.js'
import { encodeShared } from '../../src/features/pool/index.js'
import fc from '../../testbed/fastCheck.js'
import { addressNamed, sharedResult } from '../../testbed/given/poolEvents.js'

const ROUTES = ['explicit', 'implicit', 'null_mx', 'no_name', 'no_records', 'no_target', 'not_public'] as const
const now = Date.UTC(2026, 10, 21, 9)
const KB = 1_024

const result: fc.Arbitrary<SharedResult> = fc.record({
  address: fc.nat({ max: 500 }).map((number) => addressNamed(`${number}`)),
  domain: fc.constantFrom('gmail.com', 'example.net', 'null', '1', `${'long.'.repeat(50)}com`),
  route: fc.constantFrom<SharedRoute[]>(...ROUTES),
  provider: fc.constantFrom(null, 'null', 'gmail', 'two words', '"quoted"'),
  valid: fc.boolean(),
  disposable: fc.boolean(),
  role: fc.boolean(),
  checkedAt: fc.constantFrom(now, now - 86_400_000, now + 1).map((time) => new Date(time).toISOString()),
  ttl: fc.constantFrom(0, 300, 86_400),
})
/** Some differ from the previous one in a single member. */
const results = fc
  .array(
    fc.tuple(
      result,
      fc.constantFrom<(keyof SharedResult | 'all')[]>(
        'all',
        'domain',
        'route',
        'provider',
        'valid',
        'disposable',
        'role',
        'checkedAt',
        'ttl',
      ),
    ),
    { maxLength: 60 },
  )
  .map((drawn) => {
    const rows: SharedResult[] = []
    for (const [fresh, member] of drawn) {
      const before = rows.at(-1)
      rows.push(!before || member === 'all' ? fresh : { ...before, address: fresh.address, [member]: fresh[member] })
    }
    return rows
  })
const decoded = (columns: ReturnType<typeof encodeShared>) => (columns ? [...decodeShared(columns)] : [])

describe('shared results as columns', () => {
  test('decode to the original rows', () =>
    fc.assert(fc.property(results, (all) => expect(decoded(encodeShared('public', all))).toEqual(all))))

  test('decode from JSON too', () => {
    const rows = [sharedResult(), sharedResult({ address: addressNamed('other'), role: true })]
    expect(decoded(JSON.parse(JSON.stringify(encodeShared('public', rows))))).toEqual(rows)
  })

  test('are absent if nothing is shared', () => expect(encodeShared('public', [])).toBeUndefined())

  test('never exceed the size limit, and keep in order what fits', () =>
    fc.assert(
      fc.property(results, fc.integer({ min: 0, max: 4 * KB }), (all, room) => {
        const columns = encodeShared('public', all, room)
        if (columns) expect(Buffer.byteLength(JSON.stringify(columns))).toBeLessThanOrEqual(room)
        let from = 0
        for (const row of decoded(columns)) {
          const at = all.findIndex((each, index) => index >= from && JSON.stringify(each) === JSON.stringify(row))
          expect(at).toBeGreaterThanOrEqual(from)
          from = at + 1
        }
      }),
    ))

  test('stay within the limit although rows differ only in their address', () => {
    const columns = encodeShared(
      'public',
      rows(1_000, () => 'd1.example'),
      2 * KB,
    )
    expect(JSON.stringify(columns).length).toBeLessThanOrEqual(2 * KB)
    expect(columns!.place.length).toBeGreaterThan(50)
  })

  test('omit nothing while there is space', () => {
    const all = rows(1_000, (row) => `a-rather-long-name-${row}.example`)
    expect(decoded(encodeShared('public', all))).toEqual(all)
  })

  test('of a thousand rows take at most 30 KB if domains repeat', () => {
    for (const domains of [1, 10, 80]) {
      const columns = encodeShared(
        'public',
        rows(1_000, (row) => `company-${row % domains}.example`),
      )
      expect(columns!.place).toHaveLength(1_000)
      expect(JSON.stringify(columns).length).toBeLessThanOrEqual(30_000)
    }
  })

  test('of a thousand rows with the longest domains stay within 128 KiB', () => {
    const columns = encodeShared(
      'public',
      rows(1_000, (row) => `${'x'.repeat(60)}.`.repeat(4) + row),
    )
    expect(JSON.stringify(columns).length).toBeLessThanOrEqual(128 * KB)
    expect(columns!.place.length).toBeGreaterThan(400)
  })
})

function rows(count: number, domainOf: (row: number) => string): SharedResult[] {
  return Array.from({ length: count }, (_, row) => {
    const domain = domainOf(row)
    // A domain has one DNS answer; the answers arrived one after another.
    const checkedAt = new Date(now + domain.length * 7 + Number(/\d+/.exec(domain)?.[0])).toISOString()
    return sharedResult({
      address: addressNamed(`${row}`),
      domain,
      checkedAt,
      provider: `provider-${domain.length % 5}`,
    })
  })
}
