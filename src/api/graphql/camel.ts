type CamelKey<Key> = Key extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelKey<Rest> & string>}` : Key

/** A REST shape with its keys in camel case, as in GraphQL. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? readonly Camel<Item>[]
  : T extends object
    ? { readonly [Key in keyof T as CamelKey<Key>]: Camel<T[Key]> }
    : T

/** `share_signals` becomes `shareSignals`. */
export const camelName = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Converts the field names in a message, which are in backticks, to camel case. */
export const camelText = (text: string): string => text.replace(/`[a-z_]+`/g, camelName)

const snakeName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Converts a REST shape to GraphQL's. Renames every key, so it must not be used on maps keyed by caller data. */
export const camel = <T>(shape: T): Camel<T> => renamed(shape, camelName) as Camel<T>

/** The inverse, for inputs; null fields are treated as omitted. */
export const snake = (input: object): object => renamed(withoutNulls(input), snakeName) as object

function renamed(value: unknown, name: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [name(key), renamed(member, name)]))
}

const withoutNulls = (input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([, member]) => member !== null && member !== undefined))
