// Arbitrary requests, generated from the schemas of the contract.
import type { Parameter } from '../../../src/api/contract/schema.js'
import type { JsonSchema } from '../../../testbed/contract/differences.js'
import fc from '../../../testbed/fastCheck.js'

/** Arbitrary requests, generated from the schemas of the contract. */

const MAX_LENGTH = 30
const MAX_ITEMS = 5

/** Values that a schema allows, its example more often than others. */
export function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const values = schema.enum ? fc.constantFrom(...schema.enum) : ofType(schema)
  return schema.example === undefined ? values : fc.oneof(values, fc.constant(schema.example))
}

function ofType(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, minimum = -1_000, maximum = 1_000_000, minItems = 0, maxItems = MAX_ITEMS, items = {} } = schema
  const values = schema.nullable ? fc.constant(null) : fc.nat({ max: 0 }).map(() => undefined)
  switch (type) {
    case 'integer':
      return fc.integer({ min: minimum, max: maximum })
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'array': {
      const arrays = fc.array(valuesOf(items), { minLength: minItems, maxLength: Math.min(maxItems, MAX_ITEMS) })
      return schema.nullable ? fc.oneof(arrays, values) : arrays
    }
    case 'object':
      return objectsOf(schema)
    default:
      return stringsOf(schema)
  }
}

const objectsOf = ({ properties = {}, required = [] }: JsonSchema) =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, valuesOf(member)])), {
    requiredKeys: [...required],
  })

function stringsOf({ format, minLength = 0, maxLength = MAX_LENGTH }: JsonSchema): fc.Arbitrary<string> {
  switch (format) {
    case 'date':
      return fc
        .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10))
    case 'uri':
      return fc.constantFrom(
        'https://192.0.43.8/hooks',
        'http://192.0.43.8:8081/ü?x=1',
        'http://10.0.0.1/',
        'ftp://x.org',
      )
    case 'email':
      return fc.constantFrom('ada@example.org', '"a b"@example.org', 'jané@exämple.org', 'no address')
    default:
      return fc.string({ minLength, maxLength: Math.min(maxLength, MAX_LENGTH), unit: 'grapheme' })
  }
}

/** JSON bodies: what a schema allows, and that with a member changed, left out or added, or something else entirely. */
export function bodiesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  // Anything is allowed.
  if (!schema.properties) return fc.jsonValue({ maxDepth: 4 })
  const objects = objectsOf(schema)
  const names = fc.oneof(fc.constantFrom(...Object.keys(schema.properties)), fc.string({ maxLength: 8 }))
  const changed = fc
    .tuple(objects, names, fc.jsonValue({ maxDepth: 2 }))
    .map(([object, name, value]) => ({ ...object, [name]: value }))
  const shortened = fc
    .tuple(objects, names)
    .map(([object, name]) => Object.fromEntries(Object.entries(object).filter(([each]) => each !== name)))
  return fc.oneof(
    { weight: 4, arbitrary: objects },
    { weight: 2, arbitrary: changed },
    { weight: 1, arbitrary: shortened },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )
}

/** Header values as HTTP clients can send them: printable ASCII without spaces at the ends. */
export const textOf = ({ minLength, maxLength }: { minLength: number; maxLength: number }): fc.Arbitrary<string> =>
  fc
    .string({
      minLength,
      maxLength,
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    })
    .filter((text) => text.trim() === text && text.length >= minLength)

/** Texts for a path parameter, known ones more often than others. */
export const textsOf = (known: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: MAX_LENGTH, unit: 'grapheme' }).filter(isSegment) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(101), '%', "' or 1=1", '019acb60-2b1c-7c3d-9a4e-5f60718293a4') },
  )

/** HTTP clients may resolve dot segments before they send a path (RFC 3986 section 5.2.4). */
const isSegment = (text: string): boolean => text !== '.' && text !== '..'

/** Query strings, with the question mark or empty: declared parameters with good and bad values, unknown and repeated ones. */
export function queriesOf(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const declared = parameters.map(({ name, schema }) =>
    fc
      .oneof(
        { weight: 3, arbitrary: valuesOf(schema).map(String) },
        { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
      )
      .map((text) => [name, text] as const),
  )
  const unknown = fc.tuple(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }))
  const pairs = declared.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.oneof(...declared) }, unknown) : unknown
  return fc
    .oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(pairs, { maxLength: 3 }))
    .map((all) =>
      all.length === 0 ? '' : `?${new URLSearchParams(all.map(([name, text]): [string, string] => [name, text]))}`,
    )
}
