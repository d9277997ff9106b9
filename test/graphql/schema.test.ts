// The GraphQL schema itself: valid, and described throughout.
import { expect, test } from '@jest/globals'
import {
  type GraphQLNamedType,
  type GraphQLScalarType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  validateSchema,
} from 'graphql'
import { createSchema } from '../../src/graphql/schema.js'
import { repeatsName } from '../../testbed/contract/descriptions.js'

const schema: GraphQLSchema = createSchema()
const ours = (type: GraphQLNamedType) => !isIntrospectionType(type) && !isSpecifiedScalarType(type)
const ROOTS = ['Query', 'Mutation', 'Subscription']

/** Everything that has a name, by its path. */
function* named(): Iterable<[path: string, description: string | null | undefined]> {
  for (const type of Object.values(schema.getTypeMap()).filter(ours)) {
    if (!ROOTS.includes(type.name)) yield [type.name, type.description]
    if (isEnumType(type))
      for (const { name, description } of type.getValues()) yield [`${type.name}.${name}`, description]
    if (!isObjectType(type) && !isInputObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      yield [`${type.name}.${field.name}`, field.description]
      const args = 'args' in field ? field.args : []
      for (const { name, description } of args) yield [`${type.name}.${field.name}(${name})`, description]
    }
  }
}

/** The reason of every field, argument and enum value that is deprecated, by its path. */
function* deprecations(): Iterable<[path: string, reason: string]> {
  for (const type of Object.values(schema.getTypeMap()).filter(ours)) {
    const members = isEnumType(type)
      ? type.getValues()
      : isObjectType(type) || isInputObjectType(type)
        ? Object.values(type.getFields())
        : []
    for (const member of members) {
      for (const one of [member, ...('args' in member ? member.args : [])])
        if (one.deprecationReason != null) yield [`${type.name}.${member.name}/${one.name}`, one.deprecationReason]
    }
  }
}

test('the schema is valid', () => {
  expect(validateSchema(schema)).toEqual([])
})

test('every type, field, argument and enum value has a description that is a sentence', () => {
  const wordless = [...named()].filter(([, description]) => !/^.{4,}[.]$/s.test(description ?? ''))
  expect(wordless).toEqual([])
  expect([...named()].length).toBeGreaterThan(200)
})

test('describes each element by more than its name', () => {
  expect([...named()].filter(([path, description]) => repeatsName(path, description ?? ''))).toEqual([])
})

test('names the specification of its timestamps', () => {
  expect(schema.getType('DateTime')?.toConfig()).toMatchObject({
    specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  })
})

test.each([[''], ['yesterday'], [0]])('says what a time must be instead of %j', (given) => {
  const { parseValue } = schema.getType('DateTime') as GraphQLScalarType
  expect(() => parseValue(given)).toThrow(
    'A DateTime must be a date such as 2026-11-21, or a time such as 2026-11-21T09:30:00Z.',
  )
})

test('every root field is nullable, so that its failure does not affect others', () => {
  for (const root of [schema.getQueryType()!, schema.getMutationType()!]) {
    const strict = Object.values(root.getFields()).filter(({ type }) => String(type).endsWith('!'))
    expect(strict.map(({ name }) => name)).toEqual([])
  }
})

test('what is deprecated says since when, and what to use instead', () => {
  const reasons = [...deprecations()]
  expect(reasons.length).toBeGreaterThan(0)
  expect(reasons.filter(([, reason]) => !/^Since \d{4}-\d{2}-\d{2}: use `\w+.+\.$/.test(reason))).toEqual([])
})

test('every mutation takes one argument, `input`, or none', () => {
  const mutations = Object.values(schema.getMutationType()!.getFields())
  expect(mutations.filter(({ args }) => args.some(({ name }) => name !== 'input')).map(({ name }) => name)).toEqual([])
})
