// Backtests ask rules about mailboxes with what was recorded when a caller wanted to know.
import { expect, test } from '@jest/globals'
import { pastIn } from '../../src/features/backtests/internal/past.js'
import type { RecordedMailbox } from '../../src/features/mailboxes/events.js'
import type { AddressVerified } from '../../src/features/verification/events.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { addressVerified } from '../../testbed/given/verificationEvents.js'

const past = (mailbox?: RecordedMailbox) => {
  const event = addressVerified(mailbox && { mailbox })
  const recordedAt = '2026-12-10T08:30:00.000Z'
  return pastIn({ ...event, recordedAt } as Recorded<AddressVerified>, Date.parse(recordedAt))(0).facts
}

test.each<[RecordedMailbox | undefined, object]>([
  [undefined, { mailbox: 'not_checked', acceptAll: 'unknown', mailboxCode: null, mailboxFinal: true }],
  [
    { result: 'exists', acceptAll: 'no', code: 250, enhancedCode: '2.1.5', checkedAt: 0 },
    { mailbox: 'exists', acceptAll: 'no', mailboxCode: '250', mailboxEnhancedCode: '2.1.5', mailboxFinal: true },
  ],
  [
    { result: 'greylisted', checkedAt: 0, retryAt: 1 },
    { mailbox: 'greylisted', acceptAll: 'unknown', mailboxFinal: false },
  ],
])('%j', (mailbox, facts) => expect(past(mailbox)).toMatchObject(facts))
