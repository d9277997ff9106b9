// Forgets what mail servers said about a mailbox.
import type { Eventing } from '../../eventing/eventing.js'
import type { Actor } from '../../kernel/actor.js'
import { type Clock, monthOf } from '../../kernel/clock.js'
import { streamName } from '../../kernel/stream.js'
import type { MailboxForgotten } from './events.js'
import type { MailboxKeys } from './keys.js'
import { mailboxes } from './projections/mailboxes.js'

interface ForgetDependencies {
  readonly eventing: Pick<Eventing, 'append' | 'head' | 'read' | 'waitForPosition'>
  readonly keys: MailboxKeys
  readonly clock: Clock
}

/**
 * Operator command, on behalf of an address's owner. Its server is asked again from a day after the last question on.
 * @param canonical see `canonicalAddress`
 * @returns whether anything was known
 */
export type ForgetMailbox = (canonical: string, actor: Actor) => Promise<boolean>

export const createForgetMailbox =
  ({ eventing, keys, clock }: ForgetDependencies): ForgetMailbox =>
  async (canonical, actor) => {
    const mailbox = keys(canonical)
    await eventing.waitForPosition(await eventing.head(), [mailboxes.name])
    const known = await eventing.read(mailboxes).get(mailbox)
    if (!known?.document) return false
    const stream = streamName('mailbox', monthOf(clock.now()))
    const { position } = await eventing.append<MailboxForgotten>(
      stream,
      [{ type: 'MailboxForgotten', data: { mailbox } }],
      actor,
      'any',
    )
    await eventing.waitForPosition(position, [mailboxes.name])
    return true
  }
