// JSON bodies are read as by JSON.parse, within limits.
import { describe, expect, test } from '@jest/globals'
import { parseJson } from '../../src/httpMessages/jsonBody.js'
import { JsonScan, MAX_MEMBERS, MAX_VALUES } from '../../src/httpMessages/jsonScan.js'
import fc from '../../testbed/fastCheck.js'
import { failureOf } from '../../testbed/given/given.js'

const parse = (text: string | Uint8Array): unknown => parseJson(Buffer.from(text as Uint8Array))

/** The message with which a body is rejected. */
function refusal(text: string | Uint8Array): string {
  const failure = failureOf(() => parse(text))
  expect(failure.code).toBe('INVALID_JSON')
  return failure.message
}

const NOT_JSON = 'The body is not valid JSON.'
const NOT_UTF8 = 'The body is not valid UTF-8.'
const TOO_DEEP = 'The body is nested deeper than 32 levels.'

const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const objects = (depth: number) => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth)

describe('a JSON body', () => {
  test('has the meaning that JSON.parse gives it, whatever it is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (text) => {
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('may be any JSON value, surrounded by whitespace', () => {
    expect(parse(' \n{"email": "ada@example.org"}\r\n')).toEqual({ email: 'ada@example.org' })
    expect(parse('null')).toBeNull()
    expect(parse('"text"')).toBe('text')
  })

  test('may contain escaped lone surrogates, and NUL', () =>
    expect(parse('{"email":"\\ud800\\u0000"}')).toEqual({ email: '\ud800\0' }))

  test.each([
    ['nothing', ''],
    ['space', '  '],
    ['a word', 'email'],
    ['single quotes', "{'email':1}"],
    ['a comma too many', '{"email":1,}'],
    ['a comment', '{} // no'],
    ['two values', '{}{}'],
    ['half a value', '{"email":"ada'],
    ['NaN', '{"a":NaN}'],
    ['a bare control character in a string', '{"a":"\0"}'],
    ['a byte order mark', '\ufeff{}'],
    ['brackets that close first', `${']'.repeat(40)}${'['.repeat(60)}`],
    ['a backslash where none may be', `\\"${'['.repeat(20)}`],
  ])('is rejected: %s', (_, text) => expect(refusal(text)).toBe(NOT_JSON))

  test('of any bytes is either a value or a rejection', () => {
    const anything = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(...'[]{}",:\\ 1tn'), maxLength: 200 }).map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(anything, (bytes) => {
        try {
          JSON.stringify(parse(bytes))
        } catch (error) {
          expect(error).toMatchObject({ name: 'Failure', code: 'INVALID_JSON' })
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('nesting', () => {
  test.each([
    ['arrays', arrays],
    ['objects', objects],
  ])('of 32 levels is accepted, of 33 rejected: %s', (_, nested) => {
    expect(parse(nested(32))).toEqual(JSON.parse(nested(32)))
    expect(refusal(nested(33))).toBe(TOO_DEEP)
  })

  test('is that of the deepest place, not the sum of all places', () =>
    expect(parse(`[${Array.from({ length: 100 }, () => arrays(31)).join()}]`)).toHaveLength(100))

  test('is not counted in strings, whatever they contain', () => {
    const text = JSON.stringify({
      a: '['.repeat(100),
      b: `\\"${'{'.repeat(100)}`,
      c: '\\',
      d: `"\\\\"${'['.repeat(100)}`,
    })
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  test('is counted again after a string', () => expect(refusal(`["\\\\",${arrays(32)}]`)).toBe(TOO_DEEP))

  test.each([
    ['a million levels', arrays(1_000_000)],
    ['a million levels that are never closed', '['.repeat(1_000_000)],
    ['a million objects', objects(170_000)],
  ])('of %s is rejected before it is parsed', (_, text) => {
    const original = JSON.parse
    let parsed = 0
    JSON.parse = (...given) => {
      parsed++
      return original(...given)
    }
    try {
      expect(refusal(text)).toBe(TOO_DEEP)
    } finally {
      JSON.parse = original
    }
    expect(parsed).toBe(0)
  })
})

describe('an expensive body', () => {
  const list = (count: number, value: string) => `[${Array.from({ length: count }, () => value).join()}]`
  const members = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`
  const TOO_MANY_VALUES = 'The body holds more than 100000 values.'
  const TOO_MANY_MEMBERS = 'The body has more than 20000 members.'

  test.each([
    ['as many values as are allowed', list(MAX_VALUES, '0')],
    ['as many members', members(MAX_MEMBERS)],
    ['signs in strings', JSON.stringify([',:{["\\'.repeat(50_000), 'x'])],
  ])('is accepted: %s', (_, text) => expect(parse(text)).toEqual(JSON.parse(text)))

  test.each([
    ['numbers', list(MAX_VALUES + 1, '0'), TOO_MANY_VALUES],
    ['strings', list(MAX_VALUES + 1, '""'), TOO_MANY_VALUES],
    ['empty objects', list(MAX_VALUES, '{}'), TOO_MANY_VALUES],
    ['empty arrays', list(MAX_VALUES / 2 + 1, '[]'), TOO_MANY_VALUES],
    ['members of one object', members(MAX_MEMBERS + 1), TOO_MANY_MEMBERS],
    ['members of many objects', list(MAX_MEMBERS + 1, '{"a":1}'), TOO_MANY_MEMBERS],
    ['equal members', `{${'"a":1,'.repeat(MAX_MEMBERS)}"a":1}`, TOO_MANY_MEMBERS],
    ['commas alone', ','.repeat(MAX_VALUES + 1), TOO_MANY_VALUES],
  ])('is rejected for too many %s', (_, text, message) => expect(refusal(text)).toBe(message))

  test('is detected wherever the bytes are split', () => {
    const text = Buffer.from(JSON.stringify([{ 'ä"\\': '\\",:[{' }, ['\\\\'], 'ü,']))
    const levels = Buffer.from('['.repeat(29))
    fc.assert(
      fc.property(fc.array(fc.nat({ max: text.length }), { maxLength: 8 }), (cuts) => {
        const scan = new JsonScan()
        const at = [0, ...cuts.sort((a, b) => a - b), text.length]
        for (const [index, from] of at.entries()) scan.write(text.subarray(from, at[index + 1] ?? text.length))
        // Complete values do not add to the depth: 32 further levels are allowed, and 33 are not.
        expect(() => scan.write(levels)).not.toThrow()
        expect(() => scan.write(Buffer.from('[[['))).not.toThrow()
        expect(() => scan.write(Buffer.from('['))).toThrow('is nested deeper')
      }),
    )
  })
})

describe('invalid UTF-8', () => {
  test.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['a sequence cut short', [0x22, 0xc3, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['an overlong NUL', [0x22, 0xe0, 0x80, 0x80, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['beyond U+10FFFF', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
    ['Latin-1', [0x22, 0xfc, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
    ['a broken tail after good JSON', [0x7b, 0x7d, 0xff]],
  ])('is rejected: %s', (_, bytes) => expect(refusal(Uint8Array.from(bytes))).toBe(NOT_UTF8))

  test('is distinguished from valid UTF-8', () => expect(parse('"ü中😀"')).toBe('ü中😀'))
})

describe('member names', () => {
  test('that are repeated: the last one wins, as with JSON.parse', () =>
    expect(parse('{"a":1,"b":2,"a":3}')).toEqual({ a: 3, b: 2 }))

  test('such as __proto__ are ordinary members, and change no prototype', () => {
    const body = parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}') as object
    expect(Object.keys(body)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype)
    expect((body as { admin?: boolean }).admin).toBeUndefined()
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})
