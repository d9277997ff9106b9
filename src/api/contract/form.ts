import { type CheckParameters, createParameterCheck } from './parameters.js'
import type { JsonSchema } from './schema.js'
import { withDefaults } from './withKeyword.js'

/** Compiles a check of form fields, which follow the rules of parameters. @param schema undefined allows no fields */
export function createFormCheck(schema: JsonSchema | undefined): CheckParameters {
  const { properties = {}, required = [] } = schema ?? {}
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    schema: withDefaults(property),
  }))
  return createParameterCheck(fields, 'field')
}
