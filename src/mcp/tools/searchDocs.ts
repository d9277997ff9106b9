import { yieldToEventLoop } from '../../kernel/concurrency/yielding.js'
import { Refusal } from '../api.js'
import { loadDocs } from '../docs.js'
import { TEXT } from '../schemas.js'
import type { Tool } from '../tool.js'

const MAX_HITS = 5

export const searchDocs: Tool<{ readonly query: string }> = {
  name: 'search_docs',
  title: 'Search the documentation',
  description: `The sections of mailproof's documentation that answer a question: guides, error codes, reasons, settings, operations of the API. \
Costs nothing. \`markdown_url\`, where present, is the whole page as Markdown.`,
  operations: ['getReason'],
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['query'],
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 200, description: 'Words or a question, in English.' },
    },
  },
  example: { query: 'verify the signature of a webhook' },
  output: {
    type: 'object',
    required: ['hits'],
    properties: {
      hits: {
        type: 'array',
        items: {
          type: 'object',
          required: ['title', 'url', 'text'],
          properties: { title: TEXT, url: TEXT, markdown_url: TEXT, text: TEXT },
        },
      },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(api, { query }) {
    await api.admit('getReason')
    const search = await loadDocs()
    if (!search) throw new Refusal({ code: 'SERVICE_UNAVAILABLE', message: 'The documentation was not built here.' })
    await yieldToEventLoop()
    return {
      hits: search(query)
        .slice(0, MAX_HITS)
        .map(({ url, markdown, ...hit }) => ({
          ...hit,
          url: api.baseUrl + url,
          ...(markdown !== undefined && { markdown_url: api.baseUrl + markdown }),
        })),
    }
  },
}
