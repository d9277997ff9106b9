import { Failure, type FailureCode } from '../../kernel/failure.js'

/** A validation error of a request. */
export interface Problem {
  /** JSON pointer (RFC 6901) of the field, or a slash and the parameter's name; '' is the body itself. */
  readonly path: string
  /** What is wrong and what was expected, for humans; without a full stop. Never repeats a value of the caller's. */
  readonly message: string
  /** JSON Schema keyword of the violated rule. */
  readonly keyword: string
}

/** Result of a check: the validated value, with its defaults, or at least one problem. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** Maximum number of problems reported for a request. */
export const MAX_PROBLEMS = 20

/** Maximum number of problems spelled out in the message itself. */
const MAX_IN_MESSAGE = 3

/** Formats problems for an error response: one message, and a list of all of them. @param problems at least one */
export function explain(problems: readonly Problem[]): {
  readonly message: string
  readonly details: { readonly problems: readonly Pick<Problem, 'path' | 'message'>[] }
} {
  const messages = problems.slice(0, MAX_IN_MESSAGE).map(({ message }) => message)
  if (problems.length > MAX_IN_MESSAGE) messages.push(`and ${problems.length - MAX_IN_MESSAGE} more`)
  const text = messages.length === 1 ? messages[0]! : `${problems.length} validation errors: ${messages.join('; ')}`
  return {
    message: `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?}]$/.test(text) ? '' : '.'}`,
    details: { problems: problems.map(({ path, message }) => ({ path, message })) },
  }
}

/** The failure that reports these problems. @param code if a more specific one applies */
export function invalid(problems: readonly Problem[], code: FailureCode = 'VALIDATION_ERROR'): Failure {
  const { message, details } = explain(problems)
  return new Failure(code, message, details)
}

/** The checked value. @throws Failure TOO_MANY_EMAILS if the first problem is the length of `emails`, else VALIDATION_ERROR */
export function valid<T>(checked: Checked<T>): T {
  if (checked.ok) return checked.value
  const [first] = checked.problems
  const tooMany = first?.path === '/emails' && first.keyword === 'maxItems'
  throw invalid(checked.problems, tooMany ? 'TOO_MANY_EMAILS' : 'VALIDATION_ERROR')
}
