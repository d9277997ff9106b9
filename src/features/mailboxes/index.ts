/**
 * Mailboxes: what mail servers have said about them, as events that all processes share. To ask, use the port `Mailboxes`, which
 * recalls and remembers through `memory`; nothing else of it is kept. Other rooms see what is declared here.
 */
import type { Eventing } from '../../eventing/eventing.js'
import type { AnyProjection } from '../../eventing/projection.js'
import type { Clock } from '../../kernel/clock.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'
import type { MailboxMemory } from '../../kernel/ports/mailboxMemory.js'
import { createForgetMailbox } from './forgetMailbox.js'
import { createMailboxKeys } from './keys.js'
import { createMailboxMemory } from './memory.js'
import { forgottenMailboxes } from './projections/forgottenMailboxes.js'
import { mailboxes } from './projections/mailboxes.js'

export interface MailboxRecords extends ReturnType<typeof createForgetMailbox> {
  /**
   * For the port `Mailboxes`. `recall` rejects with StoreUnavailable while the read model cannot be read. When `remember` returns, this
   * process recalls the answer, unless its read model is more than a second behind; the others do as soon as theirs has it. An answer
   * that cannot be stored is lost.
   */
  readonly memory: MailboxMemory
}

export interface MailboxRecordsDependencies {
  readonly eventing: Eventing
  readonly deriveKey: DeriveKey
  readonly clock: Clock
}

export function createMailboxRecords({ eventing, deriveKey, clock }: MailboxRecordsDependencies): MailboxRecords {
  const keys = createMailboxKeys(deriveKey)
  return {
    memory: createMailboxMemory({ eventing, keys }),
    ...createForgetMailbox({ eventing, keys, clock }),
  }
}

export const mailboxProjections: readonly AnyProjection[] = [mailboxes, forgottenMailboxes]

export type { MailboxChecked, MailboxForgotten } from './events.js'
export { forgottenMailboxes }
