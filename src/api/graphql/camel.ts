import { renameKeys, snakeName } from '../../kernel/keyNames.js'
import { requestNames } from '../contract/requestNames.js'

type CamelKey<Key> = Key extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelKey<Rest> & string>}` : Key

/** A REST shape with its keys in camel case, as in GraphQL. */
type Camel<T> = T extends readonly (infer Item)[]
  ? readonly Camel<Item>[]
  : T extends object
    ? { readonly [Key in keyof T as CamelKey<Key>]: Camel<T[Key]> }
    : T

/** `share_signals` becomes `shareSignals`. */
export const camelName = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const NAME = /[a-z]+(?:_[a-z]+)+/g

/** A field of a request, as GraphQL calls it; anything else as it is, because it is a value. */
const fieldName = (name: string): string => (requestNames().has(name) ? camelName(name) : name)

/** Converts the field names in a message, which are in backticks, to camel case: `outcomes[3].bounce_type` too. */
export const camelText = (text: string): string =>
  text.replace(/`[a-z_]+(\[\d+\])?(\.[a-z_]+)?`/g, (quoted) => quoted.replace(NAME, fieldName))

/** Converts the field names in a JSON pointer to camel case. */
export const camelPath = (path: string): string =>
  path.replace(/(?<=\/)[a-z_]+(?=\/|$)/g, (step) => step.replace(NAME, fieldName))

/** Converts a REST shape to GraphQL's. Renames every key, so it must not be used on maps keyed by caller data. */
export const camel = <T>(shape: T): Camel<T> => renameKeys(shape, camelName) as Camel<T>

/** The inverse, for inputs. */
export const snake = (input: object): object => renameKeys(input, snakeName) as object
