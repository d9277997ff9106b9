// Checks and parses parameters of paths, queries and headers as the contract declares them.

import { memberPath } from '../../kernel/failure.js'
import { perRequest } from '../../kernel/limits.js'
import { expected } from './expected.js'
import { findProblems } from './findProblems.js'
import { closestName, printable } from './names.js'
import { type Checked, MAX_PROBLEMS, type Problem } from './problems.js'
import type { JsonSchema, Parameter } from './schema.js'

type Values = { readonly [name: string]: unknown }
export type CheckParameters = (given: Iterable<readonly [name: string, text: string]>) => Checked<Values>

const WHOLE_NUMBER = /^-?(?:0|[1-9]\d{0,14})$/
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/

/** More than any operation has. */
const MAX_PARAMETERS = perRequest.target.parameters

/**
 * Compiles a check of a query string, without its `?`. One of more than 20 parameters is refused before they are parsed.
 */
export function createQueryCheck(parameters: Parameters<typeof createParameterCheck>[0]) {
  const check = createParameterCheck(parameters)
  const many: Problem = {
    path: '',
    message: `the query has more than ${MAX_PARAMETERS} parameters`,
    keyword: 'maxProperties',
  }
  return (raw: string): Checked<Values> => {
    if (raw === '') return check([])
    return hasMore(raw) ? { ok: false, problems: [many] } : check(new URLSearchParams(raw))
  }
}

function hasMore(raw: string): boolean {
  let at = -1
  for (let count = 0; count < MAX_PARAMETERS; count++) {
    at = raw.indexOf('&', at + 1)
    if (at < 0) return false
  }
  return true
}

/**
 * Compiles a check of text parameters, which parses them as declared. Numbers and booleans must be written as in JSON;
 * unknown and repeated parameters are problems; omitted ones get their defaults.
 * @param what noun for the parameters in messages
 */
export function createParameterCheck(
  parameters: readonly Pick<Parameter, 'name' | 'required' | 'schema'>[],
  what: 'parameter' | 'field' | 'column' = 'parameter',
): CheckParameters {
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]))
  const names = [...known.keys()]

  return (given) => {
    const values: Record<string, unknown> = {}
    const problems: Problem[] = []
    const unknowns = new Set<string>()
    for (const [name, text] of given) {
      if (problems.length >= MAX_PROBLEMS) break
      const parameter = known.get(name)
      if (!parameter) {
        const shown = printable(name)
        if (unknowns.has(shown)) continue
        unknowns.add(shown)
        problems.push(unknown(what, name, names))
      } else if (Object.hasOwn(values, name)) problems.push(repeated(name))
      else {
        const value = parse(text, parameter.schema)
        values[name] = value
        if (value === text && isNumeric(parameter.schema)) problems.push(notANumber(name, parameter.schema))
        else problems.push(...findProblems(parameter.schema, value, memberPath('', name), `\`${name}\``))
      }
    }
    for (const { name, required, schema } of parameters) {
      if (Object.hasOwn(values, name)) continue
      if (required) problems.push(missing(name, schema))
      else if (schema.default !== undefined) values[name] = schema.default
    }
    return problems.length === 0
      ? { ok: true, value: values }
      : { ok: false, problems: problems.slice(0, MAX_PROBLEMS) }
  }
}

/** Parses a parameter; returns the text unchanged if it does not parse, so that its schema rejects it. */
function parse(text: string, { type }: JsonSchema): unknown {
  switch (type) {
    case 'integer':
      return WHOLE_NUMBER.test(text) ? Number(text) : text
    case 'number':
      return NUMBER.test(text) ? Number(text) : text
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    default:
      return text
  }
}

const isNumeric = ({ type }: JsonSchema): boolean => type === 'integer' || type === 'number'

/** Says how the number must be written, because in a URL every value is a string. */
const notANumber = (name: string, schema: JsonSchema): Problem => ({
  path: memberPath('', name),
  message: `\`${name}\` must be ${expected(schema)}, written in plain digits`,
  keyword: 'type',
})

function unknown(what: string, name: string, known: readonly string[]): Problem {
  const shown = printable(name)
  const suggestion = closestName(name, known)
  const hint = suggestion
    ? `: did you mean \`${suggestion}\`?`
    : known.length > 0
      ? `. Allowed: ${known.map((one) => `\`${one}\``).join(', ')}`
      : '. This operation accepts none'
  const message = `unknown ${what} \`${shown}\`${hint}`
  return { path: memberPath('', shown), message, keyword: 'additionalProperties' }
}

const repeated = (name: string): Problem => ({
  path: memberPath('', name),
  message: `\`${name}\` must not be repeated`,
  keyword: 'uniqueItems',
})

const missing = (name: string, schema: JsonSchema): Problem => ({
  path: memberPath('', name),
  message: `\`${name}\` is missing; it must be ${expected(schema)}`,
  keyword: 'required',
})
