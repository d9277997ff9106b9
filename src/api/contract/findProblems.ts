import { memberPath } from '../../kernel/failure.js'
import { entries, expected, kindOf } from './expected.js'
import { closestName, printable } from './names.js'
import { MAX_PROBLEMS, type Problem } from './problems.js'
import type { JsonSchema } from './schema.js'

/**
 * Describes how a value violates its schema: at most {@link MAX_PROBLEMS} problems; empty if it is valid. Never looks
 * deeper than the schema, nor into an array that is longer than the schema allows.
 * @param name of the value in messages, such as "`emails`" or "the body"
 */
export function findProblems(schema: JsonSchema, value: unknown, path: string, name: string): Problem[] {
  const problems: Problem[] = []
  look(schema, value, { path, name, steps: '', problems })
  return problems
}

interface Place {
  readonly path: string
  readonly name: string
  /** How one gets there in JavaScript, from the value that is checked: '' or such as "rules[0].when". */
  readonly steps: string
  readonly problems: Problem[]
}

const isFull = ({ problems }: Place): boolean => problems.length >= MAX_PROBLEMS

function say(place: Place, keyword: string, message: string): void {
  if (!isFull(place)) place.problems.push({ path: place.path, message, keyword })
}

function look(schema: JsonSchema, value: unknown, place: Place): void {
  if (value === null && schema.nullable) return
  if (!isOfType(schema, value)) {
    say(place, 'type', `${place.name} must be ${expected(schema)}; you sent ${kindOf(value)}`)
  } else if (schema.enum && !schema.enum.includes(value)) {
    say(place, 'enum', `${place.name} must be ${expected(schema)}`)
  } else if (typeof value === 'number') lookAtNumber(schema, value, place)
  else if (typeof value === 'string') lookAtString(schema, value, place)
  else if (Array.isArray(value)) lookAtArray(schema, value, place)
  else if (typeof value === 'object') lookAtObject(schema, value as Record<string, unknown>, place)
}

function isOfType({ type }: JsonSchema, value: unknown): boolean {
  switch (type) {
    case undefined:
      return true
    case 'integer':
      return typeof value === 'number'
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return typeof value === type
  }
}

function lookAtNumber(schema: JsonSchema, value: number, place: Place): void {
  const { type, minimum = -Infinity, maximum = Infinity } = schema
  const broken =
    type === 'integer' && !Number.isInteger(value)
      ? 'type'
      : value < minimum
        ? 'minimum'
        : value > maximum
          ? 'maximum'
          : undefined
  if (broken) say(place, broken, `${place.name} must be ${expected(schema)}${hintOf(schema)}`)
}

const hintOf = ({ 'x-hint': hint }: JsonSchema): string => (hint === undefined ? '' : `; ${hint}`)

/** A string longer than this is reported as too long without counting its characters. */
const MAX_COUNTED_LENGTH = 100_000

function lookAtString({ minLength = 0, maxLength }: JsonSchema, value: string, place: Place): void {
  if (minLength === 0 && maxLength === undefined) return
  if (maxLength !== undefined && value.length > Math.max(MAX_COUNTED_LENGTH, 2 * maxLength)) {
    say(place, 'maxLength', `${place.name} must be at most ${maxLength} characters long; you sent many more`)
    return
  }
  const length = charactersOf(value)
  if (length < minLength) {
    const message =
      length === 0 ? 'must not be empty' : `must be at least ${minLength} characters long; you sent ${length}`
    say(place, 'minLength', `${place.name} ${message}`)
  } else if (maxLength !== undefined && length > maxLength) {
    say(place, 'maxLength', `${place.name} must be at most ${maxLength} characters long; you sent ${length}`)
  }
}

/** Number of code points, which is how JSON Schema defines the length of a string. */
function charactersOf(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

function lookAtArray({ minItems = 0, maxItems, items }: JsonSchema, value: readonly unknown[], place: Place): void {
  const own = place.path.slice(place.path.lastIndexOf('/') + 1)
  if (maxItems !== undefined && value.length > maxItems) {
    say(place, 'maxItems', `${place.name} must hold at most ${entries(own, maxItems)}; you sent ${value.length}`)
    return
  }
  if (value.length < minItems) {
    const sent = value.length === 0 ? 'none' : value.length
    say(place, 'minItems', `${place.name} must hold at least ${entries(own, minItems)}; you sent ${sent}`)
  }
  if (!items) return
  for (let index = 0; index < value.length && !isFull(place); index++) {
    const { problems, path, name, steps } = place
    look(items, value[index], {
      problems,
      path: `${path}/${index}`,
      name: `entry ${index} of ${name}`,
      steps: `${steps}[${index}]`,
    })
  }
}

function lookAtObject(schema: JsonSchema, value: Record<string, unknown>, place: Place): void {
  const { properties = {}, required = [], additionalProperties = true } = schema
  for (const name in value) {
    if (isFull(place)) return
    if (Object.hasOwn(properties, name) || additionalProperties === true) continue
    if (additionalProperties === false) unknownField(name, Object.keys(properties), place)
    else look(additionalProperties, value[name], inside(place, printable(name)))
  }
  for (const name of required) {
    if (Object.hasOwn(value, name)) continue
    const missing = inside(place, name)
    say(missing, 'required', `${missing.name} is missing; it must be ${expected(properties[name] ?? {})}`)
  }
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) look(property, value[name], inside(place, name))
  }
}

function inside({ path, steps, problems }: Place, member: string): Place {
  const own = steps === '' ? member : `${steps}.${member}`
  return { path: memberPath(path, member), name: `\`${own}\``, steps: own, problems }
}

function unknownField(name: string, known: readonly string[], place: Place): void {
  const unknown = inside(place, printable(name))
  const suggestion = closestName(name, known)
  const hint = suggestion
    ? `: did you mean \`${suggestion}\`?`
    : `. Allowed: ${known.map((one) => `\`${one}\``).join(', ')}`
  say(unknown, 'additionalProperties', `unknown field ${unknown.name}${hint}`)
}
