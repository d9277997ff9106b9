import { Lexer, Source, TokenKind } from 'graphql'

/** Maximum number of characters of a query; values in variables do not count. */
const MAX_LENGTH = 64 * 1024
/** Maximum number of lexical tokens of a query. */
const MAX_TOKENS = 5_000
/** Maximum number of lines of a query: graphql-js counts them again for the location of every error. */
const MAX_LINES = 2_000
/** Maximum nesting of brackets: the parser recurses into each. */
const MAX_NESTING = 100

/** Why a query is rejected before it is tokenized, as a human-readable message; undefined if there is no problem. */
export const lengthProblem = ({ length }: string): string | undefined =>
  length > MAX_LENGTH
    ? `The query has ${length} characters; at most ${MAX_LENGTH} are allowed. Put values into variables.`
    : undefined

/**
 * Why a query is rejected before it is parsed, as a human-readable message; undefined if there is no problem.
 * @throws GraphQLError if it cannot be tokenized
 */
export function textProblem(query: string): string | undefined {
  const lexer = new Lexer(new Source(query))
  let nesting = 0
  for (let tokens = 1; lexer.advance().kind !== TokenKind.EOF; tokens++) {
    if (tokens > MAX_TOKENS) return `The query has more than ${MAX_TOKENS} tokens. Split it into smaller queries.`
    if (lexer.token.line > MAX_LINES) return `The query has more than ${MAX_LINES} lines.`
    nesting += nestingOf(lexer.token.kind)
    if (nesting > MAX_NESTING) return `The query has more than ${MAX_NESTING} levels of nested brackets.`
  }
  return undefined
}

function nestingOf(kind: TokenKind): number {
  switch (kind) {
    case TokenKind.BRACE_L:
    case TokenKind.BRACKET_L:
    case TokenKind.PAREN_L:
      return 1
    case TokenKind.BRACE_R:
    case TokenKind.BRACKET_R:
    case TokenKind.PAREN_R:
      return -1
    default:
      return 0
  }
}
