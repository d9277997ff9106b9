// Errors as GraphQL callers see them.
import { GraphQLError, type GraphQLFormattedError, Kind } from 'graphql'
import type { explain } from '../api/contract/problems.js'
import { type ErrorContext, type ErrorReply, errorReply } from '../api/errors.js'
import { camelName, camelPath, camelText } from '../api/graphql/camel.js'
import type { Identity } from '../api/graphql/context.js'
import { Failure } from '../kernel/failure.js'

/**
 * Maximum length of a message: graphql-js quotes values in its messages, however long they are. Apollo's longest, about
 * requests without a preflight, names the accepted headers at its end, after 330 characters.
 */
const MAX_MESSAGE = 400

/** Context of the operation that failed. */
export interface ErrorDetails extends Omit<ErrorContext, 'operation' | 'begun'> {
  /** Fields that need a caller fail with its error before they begin. */
  readonly identity?: Identity
}

/** The REST response to an error: its status and headers, and the body that the GraphQL error is made of. */
export function httpErrorOf(error: unknown, { identity, ...failing }: ErrorDetails): ErrorReply {
  const cause = causeOf(error)
  // Errors of graphql-js and Apollo about the request: their messages are for the caller.
  const isCallers = cause instanceof GraphQLError && !isOfResult(error, cause)
  const failure = isCallers ? new Failure(codeOf(cause), sentence(cause.message)) : cause
  const begun = !(identity && 'error' in identity && identity.error === cause)
  return errorReply(failure, { ...failing, operation: fieldOf(error), begun })
}

/** An error as callers see it: a registered code and a human-readable message, without internal details. */
export function presentError(error: unknown, failing: ErrorDetails): GraphQLFormattedError {
  const { body } = httpErrorOf(error, failing) as { body: { error: Record<string, unknown> & { message: string } } }
  const { message, statusCode: _, ...rest } = body.error
  const names = namesFor(error)
  const extensions = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      camelName(name),
      name === 'details' ? detailsIn(names, value) : value,
    ]),
  )
  const { locations, path } = error instanceof GraphQLError ? error : {}
  return { message: names.text(message), ...(locations && { locations }), ...(path && { path }), extensions }
}

type Problems = ReturnType<typeof explain>['details']['problems']

/** How messages and paths name the fields of the request that failed. */
interface Names {
  text(message: string): string
  path(pointer: string): string
}

const CAMEL: Names = { text: camelText, path: camelPath }

/** A connection's `after` is the `cursor` of REST. */
const OF_CONNECTIONS: Names = {
  text: (message) => camelText(message).replaceAll('`cursor`', '`after`'),
  path: (pointer) => (pointer === '/cursor' ? '/after' : camelPath(pointer)),
}

function namesFor(error: unknown): Names {
  const node = error instanceof GraphQLError ? error.nodes?.[0] : undefined
  const isConnection = node?.kind === Kind.FIELD && node.arguments?.some(({ name }) => name.value === 'after')
  return isConnection ? OF_CONNECTIONS : CAMEL
}

function detailsIn(names: Names, details: unknown): unknown {
  const { problems } = details as { readonly problems?: Problems }
  return problems
    ? { problems: problems.map(({ path, message }) => ({ path: names.path(path), message: names.text(message) })) }
    : details
}

/** What a resolver threw: graphql-js wraps it in a GraphQLError. */
export function causeOf(error: unknown): unknown {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  return cause
}

/** Whether a field's value does not fit its type, which is a mistake of ours: graphql-js names the field, but no place in the request. */
const isOfResult = (error: unknown, cause: GraphQLError): boolean =>
  error instanceof GraphQLError && error.path !== undefined && cause.nodes === undefined

/** Apollo itself answers 405 for mutations over GET. */
const codeOf = ({ extensions: { http } }: GraphQLError) =>
  (http as { readonly status?: number } | undefined)?.status === 405 ? 'METHOD_NOT_ALLOWED' : 'VALIDATION_ERROR'

/** The field that failed; its name is also the operation's name in REST. */
function fieldOf(error: unknown): string {
  const node = error instanceof GraphQLError ? error.nodes?.[0] : undefined
  return node?.kind === Kind.FIELD ? node.name.value : 'graphql'
}

function sentence(message: string): string {
  const short = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message.trim()
  return /[.?}…]$/.test(short) ? short : `${short}.`
}
