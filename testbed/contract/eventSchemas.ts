import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { DomainEvent, Recorded } from '../../src/kernel/envelope.js'

const folder = new URL('../../schema/events/', import.meta.url)
const jsonFiles = (from: URL): string[] => readdirSync(from).filter((name) => name.endsWith('.json'))
const parse = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))

/** A recorded event as in a file: JSON, so its revision is a string. */
export type EventFile = Omit<Recorded, 'revision'> & { readonly revision: string }

/** Every schema, by file name without `.json`: `<Type>.v<version>`, and `common`. */
export const eventSchemas: ReadonlyMap<string, unknown> = new Map(
  jsonFiles(folder).map((name) => [name.slice(0, -'.json'.length), parse(name)]),
)

/** Every golden fixture, by file name without `.json`. */
export const eventFixtures: ReadonlyMap<string, EventFile> = new Map(
  jsonFiles(new URL('fixtures/', folder)).map((name) => [
    name.slice(0, -'.json'.length),
    parse(`fixtures/${name}`) as EventFile,
  ]),
)

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
for (const schema of eventSchemas.values()) ajv.addSchema(schema as object)

const BASE = 'https://mailproof.dev/schema/events/'

function problems(reference: string, value: unknown): string[] {
  const validate: ValidateFunction | undefined = ajv.getSchema(`${BASE}${reference}`)
  if (!validate) return [`there is no schema ${reference}`]
  return validate(value) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** The schema violations of a recorded event; empty if it is valid. */
export const envelopeProblems = (event: EventFile): string[] =>
  problems(`${event.type}.v${event.meta.schema}.json`, event)

/** The same for the result of a decision, in the current version of its type. */
export const decidedProblems = ({ type, data }: DomainEvent): string[] =>
  problems(`${type}.v${currentVersion(type)}.json#/$defs/data`, data)

/** The highest version of a type that has a schema. */
function currentVersion(type: string): number {
  let version = 1
  while (eventSchemas.has(`${type}.v${version + 1}`)) version++
  return version
}
