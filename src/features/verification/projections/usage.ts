import type { Projection } from '../../../eventing/projection.js'
import type { VerdictStatus, VerificationEvent } from '../events.js'

export type UsageDocument = {
  readonly owner: string
  readonly month: string
  /** Addresses charged. */
  readonly charged: number
  /** Addresses set aside for batches that are not done. */
  readonly reserved: number
  /** Addresses answered, charged or not. */
  readonly answered: { readonly [status in VerdictStatus]: number }
}

const monthOfStream = (stream: string): string => stream.slice(-'yyyy-mm'.length)

export const usageId = (account: string, month: string): string => `${account}.${month}`

/** What an account used of a month. Key: account.month. */
export const usage: Projection<VerificationEvent, UsageDocument> = {
  name: 'usage',
  version: 1,
  keys: (event) => {
    switch (event.type) {
      case 'AddressVerified':
      case 'AddressesVerified':
        return [usageId(event.data.account, monthOfStream(event.stream))]
      default:
        return []
    }
  },
  apply: (document, { type, stream, data }) => {
    const { owner, month, charged, reserved, answered } = document ?? {
      owner: data.account,
      month: monthOfStream(stream),
      charged: 0,
      reserved: 0,
      answered: { valid: 0, invalid: 0, unknown: 0 },
    }
    const more = type === 'AddressVerified' ? { ...NONE, [data.status]: 1 } : data
    return {
      owner,
      month,
      charged: charged + data.charged,
      reserved,
      answered: {
        valid: answered.valid + more.valid,
        invalid: answered.invalid + more.invalid,
        unknown: answered.unknown + more.unknown,
      },
    }
  },
}

const NONE = { valid: 0, invalid: 0, unknown: 0 }
