// docs/events.md describes every event, and its decoder works.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { decodeShared, encodeShared } from '../../src/features/pool/columns.js'
import type { SharedResult } from '../../src/features/pool/events.js'
import { eventFixtures, eventSchemas } from '../../testbed/contract/eventSchemas.js'
import fc from '../../testbed/fastCheck.js'

type Row = { readonly status: string; readonly disposable: boolean } & Record<string, unknown>
interface Decoder {
  rowsOf(event: unknown): Row[]
  sharedOf(columns: unknown): ({ ttlSeconds: number } & Record<string, unknown>)[]
}

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
const pasted = /```js\n(.*?)```/s.exec(page)![1]!
const decoder = (await import(`data:text/javascript,${encodeURIComponent(pasted)}`)) as Decoder

describe('docs/events.md', () => {
  test.each([...eventFixtures])('describes every member of %s', (_, { type, data, meta }) => {
    const isOlder = eventFixtures.has(`${type}.v${Number(meta.schema) + 1}`)
    const heading = isOlder ? `${type}, version ${meta.schema}` : type
    const section = page.split(`### ${heading}\n`)[1]?.split('\n### ')[0] ?? ''
    for (const name of Object.keys(data as object)) expect(section).toContain(`\`${name}\``)
  })

  test('describes every event type that has a schema', () => {
    const types = [...eventSchemas.keys()]
      .filter((name) => name !== 'common')
      .map((name) => name.replace(/\.v\d+$/, ''))
    for (const type of types) expect(page).toContain(`### ${type}\n`)
  })
})

describe('the decoder in docs/events.md', () => {
  test('returns the rows of a synchronous batch', () => {
    const event = eventFixtures.get('AddressesVerified.v1')!
    const rows = decoder.rowsOf(event)
    const { valid, invalid, unknown } = event.data as Record<string, number>
    const count = (status: string) => rows.filter((row) => row.status === status).length
    expect([count('valid'), count('invalid'), count('unknown')]).toEqual([valid, invalid, unknown])
    expect(rows.slice(0, 3)).toEqual([
      { row: 0, status: 'valid', reason: null, disposable: false, role: false, free: true, domain: 'gmail.com' },
      { row: 1, status: 'invalid', reason: 'syntax', disposable: false, role: false, free: false, domain: null },
      {
        row: 2,
        status: 'valid',
        reason: null,
        disposable: false,
        role: false,
        free: false,
        domain: 'xn--mnchen-3ya.de',
      },
    ])
  })

  test('returns the rows of a chunk of a batch', () => {
    const rows = decoder.rowsOf(eventFixtures.get('BatchChunkVerified.v1')!)
    expect(rows).toHaveLength(7)
    expect(rows[0]).toEqual({
      ...{ row: 0, status: 'valid', reason: null, disposable: false, role: false, free: true, dns: true, mx: true },
      ...{ knownFallback: false, dnsFallback: false, provider: 'gmail', suggestedDomain: null, pool: null },
    })
    expect(rows[3]).toMatchObject({
      status: 'unknown',
      dnsFallback: true,
      provider: null,
      suggestedDomain: 'hotmail.com',
    })
  })

  test('returns what the service itself reads in shared results', () => {
    const result = fc.record({
      address: fc.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      domain: fc.domain(),
      route: fc.constantFrom<SharedResult['route']>('explicit', 'implicit', 'null_mx', 'no_name', 'no_target'),
      provider: fc.option(fc.constantFrom('gmail', 'outlook')),
      valid: fc.boolean(),
      disposable: fc.boolean(),
      role: fc.boolean(),
      checkedAt: fc.integer({ min: 0, max: 1e12 }).map((at) => new Date(at).toISOString()),
      ttl: fc.nat(),
    })
    fc.assert(
      fc.property(fc.array(result, { minLength: 1, maxLength: 20 }), (results) => {
        const columns = encodeShared('public', results)!
        const decoded = decoder.sharedOf(columns).map(({ ttlSeconds, ...others }) => ({ ...others, ttl: ttlSeconds }))
        expect(decoded).toEqual([...decodeShared(columns)])
      }),
    )
  })
})
