// Decides by events which mail is due.

import type { Reactor } from '../../eventing/reactor.js'
import type { Clock } from '../../kernel/clock.js'
import type { Recorded } from '../../kernel/envelope.js'
import { monthOf } from '../../kernel/months.js'
import type { Jobs } from '../../kernel/ports/jobs.js'
import { DAY_MS } from '../../kernel/time.js'
import type { EmailConfirmationRequested, EmailConfirmed } from '../accounts/events.js'
import type { LimitEvent } from '../verification/events.js'
import { confirmationSubject, quotaSubject, SEND_MAIL } from './subjects.js'

/** Mail about events that are older, which were read late, is not sent. */
const MAX_AGE_MS = 3 * DAY_MS

type MailedEvent = EmailConfirmationRequested | EmailConfirmed | LimitEvent

const TYPES: { readonly [type in MailedEvent['type']]: true } = {
  EmailConfirmationRequested: true,
  EmailConfirmed: true,
  UsageThresholdReached: true,
  UsageLimitReached: true,
}

/** Enqueues the job of what an event is about. An address that has just been confirmed is told of the present month. */
export const createReactor = ({
  jobs,
  clock,
}: {
  readonly jobs: Jobs
  readonly clock: Clock
}): Reactor<MailedEvent> => ({
  name: 'mails',
  types: new Set(Object.keys(TYPES) as MailedEvent['type'][]),
  // What was sent may be lost together with the checkpoint.
  startsAt: 'head',
  async react(events) {
    const now = clock.now()
    const due = events.filter(({ recordedAt }) => Date.parse(recordedAt) + MAX_AGE_MS > now)
    for (const event of due) await jobs.enqueue(SEND_MAIL, subjectOf(event, now), { tenant: event.data.account })
    return due.length > 0
  },
})

function subjectOf({ type, data }: Recorded<MailedEvent>, now: number): string {
  switch (type) {
    case 'EmailConfirmationRequested':
      return confirmationSubject(data.account)
    case 'EmailConfirmed':
      return quotaSubject(data.account, monthOf(now))
    case 'UsageThresholdReached':
    case 'UsageLimitReached':
      return quotaSubject(data.account, data.period)
  }
}
