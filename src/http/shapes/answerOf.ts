import type { Notice } from '../../features/verification/index.js'
import { signalsResult } from './signalsResult.js'
import { verificationResult } from './verificationResult.js'

/** What a verification was answered with over REST, for those who are told of it. */
export const answerOf = (notice: Notice): object =>
  notice.api === 'v1'
    ? verificationResult(notice.result)
    : signalsResult(notice.email, notice.verdict, notice.requestId)
