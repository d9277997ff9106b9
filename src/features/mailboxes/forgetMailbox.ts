// Forgets what mail servers said about a mailbox.
import type { Eventing } from '../../eventing/eventing.js'
import type { Actor } from '../../kernel/actor.js'
import type { Clock } from '../../kernel/clock.js'
import { monthOf } from '../../kernel/months.js'
import type { Position } from '../../kernel/position.js'
import { streamName } from '../../kernel/stream.js'
import type { MailboxForgotten } from './events.js'
import type { MailboxKeys } from './keys.js'
import { mailboxes } from './projections/mailboxes.js'

interface ForgetDependencies {
  readonly eventing: Pick<Eventing, 'append' | 'read' | 'waitForPosition'>
  readonly keys: MailboxKeys
  readonly clock: Clock
}

export function createForgetMailbox({ eventing, keys, clock }: ForgetDependencies) {
  /**
   * Operator command, on behalf of an address's owner. Its server is asked again from a day after the last question on.
   * @param canonical see `canonicalAddress`
   * @returns whether anything was known
   */
  async function forgetMailbox(canonical: string, actor: Actor): Promise<boolean> {
    const mailbox = keys(canonical)
    if (!(await eventing.read(mailboxes).getUpToHead(mailbox))) return false
    await eventing.waitForPosition(await forget(mailbox, actor), [mailboxes.name])
    return true
  }

  async function forget(mailbox: string, actor: Actor): Promise<Position> {
    const stream = streamName('mailbox', monthOf(clock.now()))
    const event: MailboxForgotten = { type: 'MailboxForgotten', data: { mailbox } }
    return (await eventing.append(stream, [event], actor, 'any')).position
  }

  /** After a restore. Needs no read model. @param mailbox its keyed hash */
  async function forgetAgain(mailbox: string, actor: Actor): Promise<void> {
    await forget(mailbox, actor)
  }

  return { forgetMailbox, forgetAgain }
}
