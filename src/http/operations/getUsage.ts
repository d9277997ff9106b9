import type { Operation } from '../operation.js'

export const getUsage: Operation<'getUsage'> = async ({ verification, caller }) => {
  const { verifications, limit, remaining, perMinute, perSecond, plan } = await verification.getUsage(caller)
  return {
    status: 200,
    body: {
      current_month: { verifications, limit, remaining },
      rate_limits: { per_minute: perMinute, per_second: perSecond },
      plan,
    },
  }
}
