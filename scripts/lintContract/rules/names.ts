import { ruleOf, type Schema } from './rule.js'

/** Rules about the names of types and of enum values. */

const COMPONENT = /^#\/components\/schemas\/[^/]+(\/allOf\/\d+)?$/
/** Names of types that a language has itself. */
const TAKEN = /\/(Error|Exception|Object|String|Number|Date|File|Map|List|Set|Option|Result|Request|Response|Type)$/
const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]*$/

/** Objects, maps and enums are components, whose names generators use; what is inline gets a made-up name. */
export const namedSchemas = ruleOf({
  Schema(schema: Schema, { report, location }) {
    const isType = schema.enum || schema.properties || (schema.type === 'object' && schema.additionalProperties)
    if (isType && !COMPONENT.test(location.pointer))
      report({ message: 'An object, map or enum must be a component with a name.', location })
    if (COMPONENT.test(location.pointer) && TAKEN.test(location.pointer))
      report({ message: 'Some languages have a type of this name.', location })
  },
})

/** Enum values are identifiers in every language, or are named for each of the generators. */
export const enumNames = ruleOf({
  Schema(schema: Schema, { report, location }) {
    const values = schema.enum
    if (!values) return
    if (!values.every((value) => typeof value === 'string' && !/\p{Cc}/u.test(value)))
      return report({ message: 'The values of an enum must be strings without control characters.', location })
    if (values.every((value) => isIdentifier(String(value)))) return
    const named = schema['x-ms-enum']?.values ?? []
    const lists = [schema['x-enum-varnames'], schema['x-enumNames'], named.map(({ name }) => name)]
    const isNamed = lists.every((names) => new Set(names).size === values.length && names!.every(isIdentifier))
    if (!isNamed || named.some(({ value }, index) => value !== values[index])) {
      const message = 'Enum values that are no identifiers need names in x-enum-varnames, x-enumNames and x-ms-enum.'
      report({ message, location })
    }
  },
})

/** A member `d` is optional and the last, because openapi-python-client reads the members from a variable of that name. */
export const memberD = ruleOf({
  Schema({ properties = {}, required }: Schema, { report, location }) {
    if (!('d' in properties) || (Object.keys(properties).at(-1) === 'd' && !required?.includes('d'))) return
    report({ message: 'A member `d` must be optional and the last.', location })
  },
})

const isIdentifier = (name: string): boolean => IDENTIFIER.test(name)
