type CamelKey<Key> = Key extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelKey<Rest> & string>}` : Key

/** A shape of the REST contract with its members named as GraphQL names them. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? readonly Camel<Item>[]
  : T extends object
    ? { readonly [Key in keyof T as CamelKey<Key>]: Camel<T[Key]> }
    : T

/** `share_signals` is shareSignals. */
export const camelName = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A text for people, in which names of members stand in backticks. */
export const camelText = (text: string): string => text.replace(/`[a-z_]+`/g, camelName)

const snakeName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A REST shape, as it is in GraphQL. Its members' names are ours: where callers' own texts are keys, this is no tool. */
export const camel = <T>(shape: T): Camel<T> => renamed(shape, camelName) as Camel<T>

/** The other way round; what is null was left out. */
export const snake = (input: object): object => renamed(withoutNulls(input), snakeName) as object

function renamed(value: unknown, name: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [name(key), renamed(member, name)]))
}

const withoutNulls = (input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([, member]) => member !== null && member !== undefined))
