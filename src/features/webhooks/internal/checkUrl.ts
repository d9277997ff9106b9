import { Failure } from '../../../kernel/failure.js'
import type { Outbound } from '../../../kernel/ports/outbound.js'

/** Checks a URL when a webhook gets it; every attempt checks it again. @throws Failure WEBHOOK_URL_NOT_ALLOWED */
export type CheckUrl = (url: string) => Promise<void>

export const createCheckUrl =
  ({ outbound }: { readonly outbound: Outbound }): CheckUrl =>
  async (url) => {
    const problem = await outbound.problemOf(url)
    if (problem !== undefined) {
      throw new Failure('WEBHOOK_URL_NOT_ALLOWED', problem, { problems: [{ path: '/url', message: problem }] })
    }
  }
