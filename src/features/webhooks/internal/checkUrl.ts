import { Failure } from '../../../kernel/failure.js'
import type { Outbound } from '../../../kernel/ports/outbound.js'

export type CheckUrl = ReturnType<typeof createCheckUrl>

/** Checks a URL when a webhook gets it; every attempt checks it again. @throws Failure WEBHOOK_URL_NOT_ALLOWED */
export const createCheckUrl =
  ({ outbound }: { readonly outbound: Outbound }) =>
  async (url: string): Promise<void> => {
    const problem = await outbound.problemOf(url)
    if (problem !== undefined) {
      throw new Failure('WEBHOOK_URL_NOT_ALLOWED', problem, { problems: [{ path: '/url', message: problem }] })
    }
  }
