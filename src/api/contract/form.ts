import { type CheckParameters, createParameterCheck } from './parameters.js'
import type { Schema } from './schema.js'

/** Checks the fields of a form as parameters are checked. @param schema of the form; undefined takes no field */
export function createFormCheck(schema: Schema | undefined): CheckParameters {
  const { properties = {}, required = [] } = schema ?? {}
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    schema: property,
  }))
  return createParameterCheck(fields, 'field')
}
