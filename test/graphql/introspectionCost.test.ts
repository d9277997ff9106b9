import { expect, test } from '@jest/globals'
import { execute, getIntrospectionQuery, type OperationDefinitionNode, parse } from 'graphql'
import { createRequireAffordable } from '../../src/graphql/limits/cost.js'
import { createSchema } from '../../src/graphql/schema.js'

const schema = createSchema()
const costOf = createRequireAffordable(schema)

const fieldsIn = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce((sum, each) => sum + fieldsIn(each), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum, each) => sum + 1 + fieldsIn(each), 0)
}

/** Cost of a query for each field of its response. */
function costPerField(query: string): number {
  const document = parse(query)
  const [operation] = document.definitions as [OperationDefinitionNode]
  const response = execute({ schema, document })
  if (response instanceof Promise) throw new Error('introspection needs no store')
  expect(response.errors).toBeUndefined()
  return costOf({ document, operation, values: {} }) / fieldsIn(response.data)
}

test.each([
  '{ __schema { types { name } } }',
  '{ __schema { types { name fields { name } } } }',
  '{ __schema { types { description fields { description } } } }',
  '{ __schema { types { name fields { name args { name description type { name } } type { name kind } } } } }',
  '{ __schema { types { fields { type { name ofType { name ofType { name ofType { name } } } } } } } }',
  '{ __schema { types { inputFields { name type { ofType { name } } } } } }',
  '{ __schema { types { name enumValues { name description } } } }',
  '{ __schema { types { name interfaces { name } possibleTypes { name } } } }',
  '{ __schema { directives { name args { name } } } }',
  `{ __schema { types { fields { type { ofType { ${Array.from({ length: 20 }, (_, at) => `a${at}: name`).join(' ')} } } } } } }`,
])('per field of its response, introspection costs at least 0.6 times as much as the full query: %s', (query) => {
  expect(costPerField(query)).toBeGreaterThan(0.6 * costPerField(getIntrospectionQuery()))
})
