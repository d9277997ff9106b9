import { expected } from './expected.js'
import { findProblems } from './findProblems.js'
import { meant, printable } from './names.js'
import { type Checked, MAX_PROBLEMS, memberPath, type Problem } from './problems.js'
import type { Parameter, Schema } from './schema.js'

type Values = { readonly [name: string]: unknown }
export type CheckParameters = (given: Iterable<readonly [name: string, text: string]>) => Checked<Values>

const WHOLE_NUMBER = /^-?(?:0|[1-9]\d{0,14})$/
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/

/**
 * Reads parameters by their declarations. A number or a boolean is read only from the text that JSON would have for
 * it; what is unknown or there twice is a problem; what is left out gets its default.
 * @param what they are called in messages
 */
export function createParameterCheck(
  parameters: readonly Pick<Parameter, 'name' | 'required' | 'schema'>[],
  what: 'parameter' | 'field' = 'parameter',
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
        const value = read(text, parameter.schema)
        values[name] = value
        if (value === text && isNumeric(parameter.schema)) problems.push(noNumber(name, parameter.schema))
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

/** The value that a text stands for; the text itself where it stands for none, which its schema then refuses. */
function read(text: string, { type }: Schema): unknown {
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

const isNumeric = ({ type }: Schema): boolean => type === 'integer' || type === 'number'

/** All that a URL holds is text: what is wrong is how the number is written. */
const noNumber = (name: string, schema: Schema): Problem => ({
  path: memberPath('', name),
  message: `\`${name}\` must be ${expected(schema)}, written in plain digits`,
  keyword: 'type',
})

function unknown(what: string, name: string, known: readonly string[]): Problem {
  const shown = printable(name)
  const suggestion = meant(name, known)
  const hint = suggestion
    ? `: did you mean \`${suggestion}\`?`
    : known.length > 0
      ? `; the known ones are ${known.map((one) => `\`${one}\``).join(', ')}`
      : ': this operation takes none'
  const message = `unknown ${what} \`${shown}\`${hint}`
  return { path: memberPath('', shown), message, keyword: 'additionalProperties' }
}

const repeated = (name: string): Problem => ({
  path: memberPath('', name),
  message: `\`${name}\` is given more than once`,
  keyword: 'uniqueItems',
})

const missing = (name: string, schema: Schema): Problem => ({
  path: memberPath('', name),
  message: `\`${name}\` is missing; it must be ${expected(schema)}`,
  keyword: 'required',
})
