// Records the events that an account's mail sender, such as SES or Mailgun, posts about its messages.
import type { Actor } from '../../../kernel/actor.js'
import type { Clock } from '../../../kernel/clock.js'
import { Failure } from '../../../kernel/failure.js'
import { derivedId } from '../../../kernel/ids.js'
import { perAccount } from '../../../kernel/limits.js'
import type { Downloader } from '../../../kernel/ports/outbound.js'
import type { Caller } from '../../accounts/index.js'
import { problemOfTime } from '../internal/parseOutcomes.js'
import type { RecordParsed } from '../internal/recordParsed.js'
import type { SenderEvent, SenderOutcome } from '../senders/senderEvents.js'
import { SENDERS, type Sender } from '../senders/senders.js'
import { confirmationUrl, type Subscription, subscriptionIn } from '../senders/ses.js'

/** Results of events; a label of the metric that counts them. */
export const SENDER_RESULTS = ['recorded', 'repeated', 'ignored', 'unreadable'] as const
type SenderResult = (typeof SENDER_RESULTS)[number]

interface SenderEventsReceived extends Readonly<Record<SenderResult, number>> {
  /** Events, or recipients of events with several. */
  readonly received: number
  /** New ones of which no verification was found. */
  readonly unmatched: number
}

/**
 * Records what a sender's events say about addresses, as far as they can be read: what says nothing is ignored, what is not as the
 * sender documents it is unreadable, and neither fails the others, because senders repeat a request until it succeeds. Idempotent:
 * what a sender repeats changes nothing. A sandbox key's events are read and not recorded.
 * @throws RateLimited when the account's day is used up; Failure SERVICE_UNAVAILABLE, also if a subscription cannot be confirmed
 */
export type RecordSenderEvents = (
  caller: Caller,
  input: { readonly sender: Sender; readonly body: unknown },
  actor: Actor,
) => Promise<SenderEventsReceived>

export type CountSenderEvents = (sender: Sender, result: SenderResult, events: number) => void

interface RecordSenderEventsDependencies {
  readonly clock: Clock
  readonly recordParsed: RecordParsed
  /** Fetches the URL that confirms a subscription. */
  readonly get: Downloader['get']
  readonly count: CountSenderEvents
}

const CONFIRMATION = { timeoutMs: 10_000, maxBytes: 64 * 1_024 }

export const createRecordSenderEvents =
  (dependencies: RecordSenderEventsDependencies): RecordSenderEvents =>
  async (caller, { sender, body }, actor) => {
    const { clock, get, count } = dependencies
    const subscription = sender === 'ses' ? subscriptionIn(body) : undefined
    const events = subscription ? [await confirm(subscription, get)] : SENDERS[sender](body)
    const outcomes = events.filter((event): event is SenderOutcome => typeof event === 'object')
    const timely = outcomes.filter(({ at }) => problemOfTime(at, clock.now()) === undefined)
    const { recorded, repeated, unmatched } = await recordAll(dependencies, caller, timely, actor)
    const results = {
      recorded,
      repeated,
      ignored: events.filter((event) => event === 'ignored').length,
      unreadable: events.filter((event) => event === 'unreadable').length + outcomes.length - timely.length,
    }
    for (const result of SENDER_RESULTS) count(sender, result, results[result])
    return { received: events.length, ...results, unmatched }
  }

/** As many at once as an event holds. */
async function recordAll(
  { recordParsed }: Pick<RecordSenderEventsDependencies, 'recordParsed'>,
  caller: Caller,
  outcomes: readonly SenderOutcome[],
  actor: Actor,
) {
  const { perRequest } = perAccount.outcomes
  const sum = { recorded: 0, repeated: 0, unmatched: 0 }
  for (let at = 0; at < outcomes.length; at += perRequest) {
    const parsed = outcomes.slice(at, at + perRequest).map((each) => ({ ...each, dated: true }))
    // Each event has its own id.
    const commandId = at === 0 ? actor.commandId : derivedId(`${actor.commandId}/${at}`)
    const decided = await recordParsed(caller, parsed, { ...actor, commandId })
    for (const name of ['recorded', 'repeated', 'unmatched'] as const) sum[name] += decided[name]
  }
  return sum
}

/** A refusal of SNS is final: it does not know the token, or it has expired. */
async function confirm(subscription: Subscription, get: Downloader['get']): Promise<SenderEvent> {
  const url = confirmationUrl(subscription)
  if (url === undefined) return 'unreadable'
  const answer = await get(url, CONFIRMATION)
  if (answer.outcome === 'unanswered' || answer.status >= 500)
    throw new Failure(
      'SERVICE_UNAVAILABLE',
      'The subscription could not be confirmed, because SNS did not answer. Try again.',
    )
  return answer.status === 200 ? 'ignored' : 'unreadable'
}
