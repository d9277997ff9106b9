// Generates the reference of events.
import { readdirSync, readFileSync } from 'node:fs'
import type { GeneratedFile } from './files.js'

interface Schema {
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: unknown
  readonly $defs?: { readonly [name: string]: Schema }
}

const ROOT = new URL('../../', import.meta.url)
const FOLDER = new URL('schema/events/', ROOT)
/** Definitions that are simple values; their names say what they are. */
const SIMPLE = new Set(['uuid', 'instant', 'month', 'digest', 'sealed', 'plan', 'count', 'domain', 'pool'])

const parse = (name: string): Schema => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))
const common = parse('common.json')

/** The reference of the log: every event type and member, from the JSON Schemas. */
export function buildEventsPage(): GeneratedFile[] {
  const template = readFileSync(new URL('scripts/generate/events.md', ROOT), 'utf8')
  const schemas = readdirSync(FOLDER).flatMap((name) => {
    const version = /\.v(\d+)\.json$/.exec(name)?.[1]
    if (version === undefined) return []
    const schema = parse(name)
    return { ...schema, category: categoryOf(schema), version: Number(version) }
  })
  const categories = [...new Set(schemas.map(({ category }) => category))].sort()
  const sections = categories.map((category) => {
    const events = schemas.filter((schema) => schema.category === category)
    return `## Streams \`${category}-…\`\n\n${sectionsOf(events).join('\n')}`
  })
  const content = template.replace('{{META}}', tableOf(common.$defs!.meta!)).replace('{{EVENTS}}', sections.join('\n'))
  return [{ path: 'docs/events.md', content }]
}

const categoryOf = ({ properties }: Schema): string => /^`(\w+)-/.exec(properties!.stream!.description!)![1]!

type Versioned = Schema & { readonly version: number }

/** A section per version of each type, the current one first. */
function sectionsOf(schemas: readonly Versioned[]): string[] {
  const types = [...new Set(schemas.map(({ title }) => title))]
  return types.flatMap((type) => {
    const ofType = schemas.filter(({ title }) => title === type)
    const [current, ...older] = ofType.toSorted((a, b) => b.version - a.version)
    return [
      eventSection(current!, type!),
      ...older.map((schema) => eventSection(schema, `${type}, version ${schema.version}`)),
    ]
  })
}

function eventSection({ description, properties, $defs }: Schema, heading: string): string {
  const stream = properties!.stream!.description!.replace(/\.$/, '')
  return `### ${heading}\n\n${description} Stream ${stream}.\n\n${tableOf($defs!.data!)}`
}

function tableOf(data: Schema): string {
  const rows = rowsOf(data, '')
  return ['| Member | Type | Meaning |', '|---|---|---|', ...rows, ''].join('\n')
}

/** Members of an object, and of the objects in it, by their paths. */
function rowsOf({ properties = {}, required = [] }: Schema, path: string): string[] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const schema = resolved(member)
    const label = `\`${path}${name}\`${required.includes(name) ? '' : ' (optional)'}`
    const meaning = member.description ?? schema.description ?? ''
    const row = `| ${label} | ${cell(typeOf(member))} | ${cell(meaning)} |`
    return [row, ...rowsOf(objectOf(schema) ?? {}, `${path}${name}.`)]
  })
}

const definitionOf = ($ref: string): string => $ref.split('/').at(-1)!

function resolved(schema: Schema): Schema {
  return schema.$ref ? common.$defs![definitionOf(schema.$ref)]! : schema
}

/** The object that a schema describes, also if it may be null. */
const objectOf = (schema: Schema): Schema | undefined =>
  [schema, ...(schema.anyOf ?? [])].map(resolved).find(({ properties }) => properties)

function typeOf(schema: Schema): string {
  if (schema.$ref && SIMPLE.has(definitionOf(schema.$ref))) return definitionOf(schema.$ref)
  const { anyOf, const: only, enum: values, items, type, properties } = resolved(schema)
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ')
  if (only !== undefined) return `\`${JSON.stringify(only)}\``
  if (values) return values.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  if (items) return `list of ${typeOf(items)}`
  if (properties) return 'object'
  return [type].flat().join(' or ')
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
