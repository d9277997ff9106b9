import type { Operation } from '../operation.js'

export const getSigningSecret: Operation<'getSigningSecret'> = ({ webhooks, caller }) => ({
  status: 200,
  body: { secret: webhooks.getSigningSecret(caller) },
})
