import { registerEnumType } from 'type-graphql'

/**
 * Registers a GraphQL enum for values that are lower case in REST and in the features: `all-time` becomes ALL_TIME.
 * @param values with their descriptions
 */
export function enumOf<Value extends string>(
  name: string,
  description: string,
  values: { readonly [value in Value]: string },
): { readonly [name: string]: Value } {
  const entries = Object.entries(values) as [Value, string][]
  const members = Object.fromEntries(entries.map(([value]) => [nameOf(value), value]))
  registerEnumType(members, {
    name,
    description,
    valuesConfig: Object.fromEntries(entries.map(([value, description]) => [nameOf(value), { description }])),
  })
  return members
}

const nameOf = (value: string): string => value.toUpperCase().replace(/[^A-Z0-9]/g, '_')
