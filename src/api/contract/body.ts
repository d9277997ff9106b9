// Checks request bodies against the contract.
import { Ajv, type ValidateFunction } from 'ajv'
import { findProblems } from './findProblems.js'
import type { Checked, Problem } from './problems.js'
import { ANNOTATIONS, type JsonSchema, type OperationObject } from './schema.js'
import { withDefaults } from './withKeyword.js'

type CheckBody = (value: unknown) => Checked<unknown>

/**
 * Creates a compiler for request body checks. Values are never coerced; fields that are omitted or null get their
 * defaults; formats are documentation only (our own parser judges addresses). Tests validate the schemas themselves, to
 * keep the start fast.
 */
export function createBodyCompiler(): (operation: OperationObject) => CheckBody {
  const ajv = new Ajv({
    strict: true,
    useDefaults: true,
    validateFormats: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
  })
  ajv.addVocabulary(ANNOTATIONS)
  const compiled = new Map<JsonSchema, ValidateFunction>()

  const compile = (schema: JsonSchema): ValidateFunction => {
    const known = compiled.get(schema)
    if (known) return known
    const validate = ajv.compile(withDefaults(schema))
    compiled.set(schema, validate)
    return validate
  }

  return ({ requestBody }) => {
    const media = requestBody?.content['application/json']
    if (!media) return () => ({ ok: true, value: undefined })
    const validate = compile(media.schema)
    return (given) => {
      if (given === undefined && requestBody.required) return { ok: false, problems: [missing(media.example)] }
      const value = given === undefined ? {} : given
      removeNulls(value, media.schema)
      if (validate(value)) return { ok: true, value }
      return { ok: false, problems: problemsOf(validate, media.schema, value, media.example) }
    }
  }
}

/** Removes fields that may be omitted and are null: generated clients send null for what their caller has not set. */
function removeNulls(value: unknown, { properties = {} }: JsonSchema): void {
  if (typeof value !== 'object' || value === null) return
  const fields = value as Record<string, unknown>
  for (const name in fields) {
    if (!Object.hasOwn(properties, name)) continue
    const property = properties[name]!
    const field = fields[name] ?? null
    if (field === null) {
      if (property.nullable) delete fields[name]
    } else if (property.items?.properties && Array.isArray(field)) {
      for (const item of field) removeNulls(item, property.items)
    } else if (property.properties) removeNulls(field, property)
  }
}

const missing = (example: unknown): Problem => ({
  path: '',
  message: `the body is missing: send a JSON object, for example ${JSON.stringify(example)}`,
  keyword: 'required',
})

/**
 * Words up to 20 problems of a body that ajv has refused. ajv's own `allErrors` would collect one error per wrong value,
 * and 1 MiB of JSON may hold 100,000 of them; its documentation advises against it for untrusted data.
 */
function problemsOf(validate: ValidateFunction, schema: JsonSchema, value: unknown, example: unknown): Problem[] {
  const found = findProblems(schema, value, '', 'the body')
  if (found[0]?.path === '' && found[0].keyword === 'type') {
    return [{ ...found[0], message: `${found[0].message}. For example: ${JSON.stringify(example)}` }]
  }
  if (found.length > 0) return found
  const { keyword, instancePath } = validate.errors![0]!
  return [{ path: instancePath, message: `the value at ${instancePath || '/'} violates the rule ${keyword}`, keyword }]
}
