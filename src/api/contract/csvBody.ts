// Bodies in CSV: each line is an entry of the array that the body has in JSON, with the names of its members in the first line.
import { recordsByLine } from '../../features/batches/index.js'
import { Failure } from '../../kernel/failure.js'
import { type CheckParameters, createParameterCheck } from './parameters.js'
import { type Checked, invalid, MAX_PROBLEMS, type Problem } from './problems.js'
import type { JsonSchema, OperationObject } from './schema.js'

/** In order of preference; spreadsheets write the second where a comma is the decimal sign. */
const DELIMITERS = [',', ';', '\t']

type Parsed = Checked<unknown>

/** The line of each entry of a body that came as CSV. */
const linesOf = new WeakMap<object, readonly number[]>()

/**
 * Compiles a check of bodies in CSV; undefined for an operation that does not accept them. An empty cell stands for a member that is
 * left out; cells beyond the header's are a problem.
 * @param validate of the body in JSON
 * @throws Failure CSV_INVALID
 */
export function createCsvCheck(
  { requestBody }: OperationObject,
  validate: (value: unknown) => Parsed,
): ((text: string) => Parsed) | undefined {
  if (!requestBody?.content['text/csv']) return undefined
  const [member, { items = {}, maxItems = Number.POSITIVE_INFINITY }] = arrayOf(
    requestBody.content['application/json']!.schema,
  )
  const check = createColumnCheck(items)
  return (text) => {
    const delimiter = DELIMITERS.find((each) => text.split(/[\r\n]/, 1)[0]!.includes(each)) ?? DELIMITERS[0]!
    const [header, ...records] = recordsByLine(text, delimiter)
    const names = header?.cells.map((name) => name.trim()) ?? []
    const columns = Object.keys(items.properties ?? {})
    const misnamed = header ? headerProblems(check, names, header.line) : []
    if (!header || (misnamed.length > 0 && !names.some((name) => columns.includes(name.toLowerCase())))) {
      return { ok: false, problems: [noHeader(columns)] }
    }
    if (misnamed.length > 0) return { ok: false, problems: misnamed }
    if (records.length === 0) return { ok: false, problems: [NO_RECORDS] }
    if (records.length > maxItems) return validate({ [member]: records })
    const entries: unknown[] = []
    const problems: Problem[] = []
    for (const [index, { line, cells }] of records.entries()) {
      if (problems.length >= MAX_PROBLEMS) break
      const path = `/${member}/${index}`
      const checked = check(cellsOf(names, cells))
      if (checked.ok) entries.push(checked.value)
      else problems.push(...checked.problems.map((each) => atLine(each, line, path + each.path)))
      if (cells.length > names.length) problems.push(atLine(tooManyCells(cells, names), line, path))
    }
    if (problems.length > 0) return { ok: false, problems: problems.slice(0, MAX_PROBLEMS) }
    const body = { [member]: entries }
    const lines = records.map(({ line }) => line)
    linesOf.set(body, lines)
    return validate(body)
  }
}

function arrayOf({ properties = {} }: JsonSchema): [member: string, schema: JsonSchema] {
  return Object.entries(properties).find(([, { type }]) => type === 'array')!
}

const createColumnCheck = ({ properties = {}, required = [] }: JsonSchema): CheckParameters =>
  createParameterCheck(
    Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema })),
    'column',
  )

/** Of a body without a header; never repeats it, because its first line may be somebody's data. */
const noHeader = (columns: readonly string[]): Problem => ({
  path: '',
  message: `line 1 must name the columns, of ${columns.map((name) => `\`${name}\``).join(', ')}`,
  keyword: 'required',
})

const NO_RECORDS: Problem = { path: '', message: 'there is no line after the header', keyword: 'minItems' }

/** Columns that are unknown, or there twice; what rows lack is their own problem. */
const headerProblems = (check: CheckParameters, names: readonly string[], line: number): Problem[] => {
  const checked = check(names.map((name) => [name, '']))
  if (checked.ok) return []
  return checked.problems
    .filter(({ keyword }) => keyword === 'additionalProperties' || keyword === 'uniqueItems')
    .map((problem) => atLine(problem, line, problem.path))
}

function* cellsOf(names: readonly string[], cells: readonly string[]): Generator<[name: string, text: string]> {
  for (const [index, name] of names.entries()) {
    const text = cells[index]?.trim() ?? ''
    if (text !== '') yield [name, text]
  }
}

const atLine = (problem: Problem, line: number, path: string): Problem => ({
  ...problem,
  path,
  message: `line ${line}: ${problem.message}`,
})

const tooManyCells = ({ length }: readonly string[], names: readonly string[]): Problem => ({
  path: '',
  message: `it has ${length} cells, and the header ${names.length}`,
  keyword: 'maxItems',
})

/** A failure of an operation, whose problems are about entries of its body; if that came as CSV, about its lines. */
export function byLine(error: unknown, body: object): unknown {
  const lines = linesOf.get(body)
  if (!lines || !(error instanceof Failure)) return error
  const { problems } = (error.details ?? {}) as { readonly problems?: readonly Omit<Problem, 'keyword'>[] }
  if (!problems) return error
  return invalid(
    problems.map((problem) => {
      const [, member = '', index = ''] = problem.path.split('/')
      const message = problem.message.replaceAll(`${member}[${index}].`, '')
      return atLine({ ...problem, message, keyword: '' }, lines[Number(index)]!, problem.path)
    }),
    error.code,
  )
}
