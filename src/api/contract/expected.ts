// Words of messages about invalid input: what a schema accepts, and what kind of value was sent.
import type { JsonSchema } from './schema.js'

/** Nouns for the entries of an array, by its name, where there is a better word than "entries". */
const ENTRIES: { readonly [name: string]: readonly [one: string, many: string] } = { emails: ['address', 'addresses'] }

/** "1 address", "1000 addresses", "3 entries". @param name of the array */
export function entries(name: string, count: number): string {
  const [one, many] = ENTRIES[name] ?? ['entry', 'entries']
  return `${count} ${count === 1 ? one : many}`
}

/** Describes what a schema accepts, as the words after "must be". */
export function expected(schema: JsonSchema): string {
  if (schema.enum) return `one of ${schema.enum.map((value) => `\`${String(value)}\``).join(', ')}`
  if (schema.format === 'binary') return 'a file'
  switch (schema.type) {
    case 'integer':
      return `a whole number${range(schema)}`
    case 'number':
      return `a number${range(schema)}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return schema.items?.type ? `an array, each entry ${expected(schema.items)}` : 'an array'
    case 'object':
      return 'a JSON object'
    default:
      return 'a string'
  }
}

function range({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return `, at least ${minimum}`
  return maximum === undefined ? '' : `, at most ${maximum}`
}

/** The type of a value, as the words after "you sent"; never the value itself. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
