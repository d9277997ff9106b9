// Refuses queries whose text is too long or too nested, before they are parsed.
import { Lexer, Source, TokenKind } from 'graphql'
import { perRequest } from '../../kernel/limits.js'

const { maxBytes, tokens: maxTokens, lines: maxLines, nesting: maxNesting } = perRequest.graphqlText

/** Why a query is rejected before it is tokenized, as a human-readable message; undefined if there is no problem. */
export const lengthProblem = ({ length }: string): string | undefined =>
  length > maxBytes
    ? `The query has ${length} characters; at most ${maxBytes} are allowed. Put values into variables.`
    : undefined

/**
 * Why a query is rejected before it is parsed, as a human-readable message; undefined if there is no problem.
 * @throws GraphQLError if it cannot be tokenized
 */
export function textProblem(query: string): string | undefined {
  const lexer = new Lexer(new Source(query))
  let nesting = 0
  for (let tokens = 1; lexer.advance().kind !== TokenKind.EOF; tokens++) {
    if (tokens > maxTokens) return `The query has more than ${maxTokens} tokens. Split it into smaller queries.`
    if (lexer.token.line > maxLines) return `The query has more than ${maxLines} lines.`
    nesting += nestingOf(lexer.token.kind)
    if (nesting > maxNesting) return `The query has more than ${maxNesting} levels of nested brackets.`
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
