import type { VerificationNotification } from '../../../verification/index.js'

/** @param answer the response body as returned over REST */
export const verificationCompleted = (answer: object, { api, requestId }: VerificationNotification): object => ({
  ...answer,
  request_id: requestId,
  api_version: api,
})
