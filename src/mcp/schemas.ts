// Parts that the schemas of results share.
export const TEXT = { type: 'string' }
export const NULLABLE_TEXT = { type: ['string', 'null'] }
export const COUNT = { type: 'integer', minimum: 0 }

/** What to do next, in words. */
export const NEXT = { type: 'string', description: 'What to do next.' }

/** A result of a list. */
export const RESULT = {
  type: 'object',
  required: ['index', 'status'],
  properties: {
    index: { ...COUNT, description: 'Index of the address in the list, from 0.' },
    email: TEXT,
    status: { ...TEXT, description: 'valid, invalid, or unknown if DNS gave no answer.' },
    reason: { ...TEXT, description: 'Why it is invalid; see explain_reason.' },
    disposable: { type: 'boolean' },
    did_you_mean: TEXT,
  },
}
