// The tool that says what a reason means.
import { closestName, printable } from '../../api/contract/names.js'
import { REASONS, reasonBySlug } from '../../features/verification/index.js'
import { Refusal } from '../api.js'
import { TEXT } from '../schemas.js'
import type { Tool } from '../tool.js'

export const explainReason: Tool<{ readonly code: string }> = {
  name: 'explain_reason',
  title: 'Explain a reason',
  description: `What a reason code of a verdict means (such as null_mx or probable_typo): what was found, what to tell the person who \
typed the address, what a developer can do, and the standard that it comes from. Costs nothing. For error codes such as \
RATE_LIMIT_EXCEEDED use search_docs.`,
  operations: ['getReason'],
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['code'],
    properties: {
      code: { type: 'string', minLength: 1, maxLength: 100, description: 'The `code` or `docs_slug` of a reason.' },
    },
  },
  example: { code: 'null_mx' },
  output: {
    type: 'object',
    required: ['code', 'category', 'meaning', 'explanation', 'say_to_the_person', 'source', 'api_versions', 'docs_url'],
    properties: {
      code: TEXT,
      category: { ...TEXT, description: 'The decision that it leads to: allow, review or deny.' },
      meaning: TEXT,
      explanation: TEXT,
      say_to_the_person: TEXT,
      source: TEXT,
      api_versions: { type: 'array', items: TEXT },
      docs_url: TEXT,
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(api, { code: given }) {
    await api.admit('getReason')
    const reason = reasonBySlug(given.trim().toLowerCase().replaceAll('_', '-'))
    if (!reason) throw unknownCode(given)
    const { code, category, sentence, explanation, visitor, source, versions, slug } = reason
    return {
      code,
      category,
      meaning: sentence,
      explanation,
      say_to_the_person: visitor,
      source,
      api_versions: [...versions],
      docs_url: `${api.baseUrl}/docs/reasons/${slug}`,
    }
  },
}

function unknownCode(given: string): Refusal {
  const codes = Object.keys(REASONS)
  const closest = closestName(given, codes)
  const message = `\`code\` is no reason: ${printable(given)}. ${closest ? `Did you mean ${closest}?` : `All reasons: ${codes.join(', ')}.`}`
  return new Refusal({ code: 'VALIDATION_ERROR', message, details: { problems: [{ path: '/code', message }] } })
}
