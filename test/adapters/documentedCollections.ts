import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** docs/mongodb.md. */
export const MONGODB_PAGE = readFileSync(fileURLToPath(new URL('../../docs/mongodb.md', import.meta.url)), 'utf8')

export type MemberType = 'text' | 'number' | 'boolean' | 'date' | 'list' | 'object'

interface DocumentedMember {
  readonly name: string
  readonly type: MemberType
  readonly mayBeNull: boolean
}

/** A collection as the page describes it. */
export interface DocumentedCollection {
  readonly name: string
  readonly text: string
  readonly members: readonly DocumentedMember[]
  /** Members of each index, by its name. */
  readonly indexes: ReadonlyMap<string, readonly string[]>
}

export const documentedCollections: readonly DocumentedCollection[] = [
  ...MONGODB_PAGE.matchAll(/^### (\w+)\n([^#]+)/gm),
].map(([, name, text]) => ({ name: name!, text: text!, members: membersIn(text!), indexes: indexesIn(text!) }))

function membersIn(text: string): DocumentedMember[] {
  const rows = text.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| ([^|]+) \|([^|]*)\|$/gm)
  return [...rows].flatMap(([, names, types, meaning = '']) => {
    const all = types!.split(', ')
    return [...names!.matchAll(/`(\w+)`/g)].map(([, name], index) => ({
      name: name!,
      type: (all[index] ?? all[0]) as MemberType,
      mayBeNull: /\bnull\b/.test(meaning),
    }))
  })
}

function indexesIn(text: string): Map<string, string[]> {
  const found = text.matchAll(/`(by\w+) \{([^}]+)\}`/g)
  return new Map([...found].map(([, name, members]) => [name!, members!.split(', ')]))
}

/** The type of a BSON value in the words of the page. */
export function typeOf(value: unknown): MemberType | 'null' | 'other' {
  if (value === null) return 'null'
  if (value instanceof Date) return 'date'
  if (Array.isArray(value)) return 'list'
  const types = { string: 'text', number: 'number', boolean: 'boolean', object: 'object' } as const
  return types[typeof value as keyof typeof types] ?? 'other'
}
