import { Failure, type FailureCode } from '../../kernel/failure.js'

/** One thing that is wrong with a request. */
export interface Problem {
  /** JSON pointer (RFC 6901) of the member, or the parameter's name after a slash; '' is the body itself. */
  readonly path: string
  /** For a person: what is wrong and what was expected. No full stop. Never a value of the caller's. */
  readonly message: string
  /** The rule of the contract that is broken, by its JSON Schema keyword. */
  readonly keyword: string
}

/** What a check answers: the value as operations may rely on it, or at least one problem. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** More than these are not looked for. */
export const MAX_PROBLEMS = 20

/** Problems that are told in the sentence itself. */
const TOLD = 3

/** Problems as an error answer tells them: one sentence, and the list of them all. @param problems at least one */
export function explain(problems: readonly Problem[]): {
  readonly message: string
  readonly details: readonly Pick<Problem, 'path' | 'message'>[]
} {
  const told = problems.slice(0, TOLD).map(({ message }) => message)
  if (problems.length > TOLD) told.push(`and ${problems.length - TOLD} more`)
  const text = told.length === 1 ? told[0]! : `${problems.length} things are wrong: ${told.join('; ')}`
  return {
    message: `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?}]$/.test(text) ? '' : '.'}`,
    details: problems.map(({ path, message }) => ({ path, message })),
  }
}

/** Problems as the failure that they are. @param code where something more exact can be said than that they are there */
export function invalid(problems: readonly Problem[], code: FailureCode = 'VALIDATION_ERROR'): Failure {
  const { message, details } = explain(problems)
  return new Failure(code, message, details)
}

/** @throws Failure TOO_MANY_EMAILS where that is all that is wrong, else VALIDATION_ERROR */
export function valid<T>(checked: Checked<T>): T {
  if (checked.ok) return checked.value
  const [first] = checked.problems
  const tooMany = first?.path === '/emails' && first.keyword === 'maxItems'
  throw invalid(checked.problems, tooMany ? 'TOO_MANY_EMAILS' : 'VALIDATION_ERROR')
}

/** The JSON pointer of a member of what `path` points to. */
export const memberPath = (path: string, name: string): string =>
  `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
