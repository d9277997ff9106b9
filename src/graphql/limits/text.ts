import { Lexer, Source, TokenKind } from 'graphql'

/** Characters of a query; what belongs into variables needs none of them. */
const MAX_LENGTH = 64 * 1024
/** Names, signs and values of a query. */
const MAX_TOKENS = 5_000
/** Lines of a query: graphql-js counts them again for the location of every error. */
const MAX_LINES = 2_000
/** Brackets within brackets: the parser goes down with each. */
const MAX_NESTING = 100

/** Why a text is not even read, in a sentence for people; undefined when there is nothing to say against it. */
export const lengthProblem = ({ length }: string): string | undefined =>
  length > MAX_LENGTH
    ? `The query has ${length} characters; at most ${MAX_LENGTH} are possible. Put values into variables.`
    : undefined

/**
 * Why a text is not even parsed, in a sentence for people; undefined when there is nothing to say against it.
 * @throws GraphQLError where no token can be read
 */
export function textProblem(query: string): string | undefined {
  const lexer = new Lexer(new Source(query))
  let nesting = 0
  for (let tokens = 1; lexer.advance().kind !== TokenKind.EOF; tokens++) {
    if (tokens > MAX_TOKENS) return `The query has more than ${MAX_TOKENS} tokens. Ask for less at once.`
    if (lexer.token.line > MAX_LINES) return `The query has more than ${MAX_LINES} lines.`
    nesting += nestingOf(lexer.token.kind)
    if (nesting > MAX_NESTING) return `The query has more than ${MAX_NESTING} brackets within each other.`
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
