import { renameKeys, snakeName } from '../../kernel/keyNames.js'

type CamelKey<Key> = Key extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelKey<Rest> & string>}` : Key

/** A REST shape with its keys in camel case, as in GraphQL. */
type Camel<T> = T extends readonly (infer Item)[]
  ? readonly Camel<Item>[]
  : T extends object
    ? { readonly [Key in keyof T as CamelKey<Key>]: Camel<T[Key]> }
    : T

/** `share_signals` becomes `shareSignals`. */
export const camelName = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Converts the field names in a message, which are in backticks, to camel case: `outcomes[3].bounce_type` too. */
export const camelText = (text: string): string => text.replace(/`[a-z_]+(\[\d+\])?(\.[a-z_]+)?`/g, camelName)

/** Converts a REST shape to GraphQL's. Renames every key, so it must not be used on maps keyed by caller data. */
export const camel = <T>(shape: T): Camel<T> => renameKeys(shape, camelName) as Camel<T>

/** The inverse, for inputs. */
export const snake = (input: object): object => renameKeys(input, snakeName) as object
