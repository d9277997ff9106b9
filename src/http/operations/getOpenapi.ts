import type { Schema } from '../contract/types.js'
import type { PublicOperation } from '../operation.js'

export const getOpenapi: PublicOperation<'getOpenapi'> = ({ openapi }) => ({
  status: 200,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=300' },
  // Serialised once, at the start: the contract's type of it is the document.
  body: openapi as unknown as Schema<'OpenapiDocument'>,
})
