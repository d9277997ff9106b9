// What was forgotten on behalf of the owners of addresses, and how it is forgotten again after a restore.
import type { Flow } from '../eventing/eventing.js'
import {
  forgottenMailboxes,
  type MailboxForgotten,
  type MailboxRecords,
  mailboxProjections,
} from '../features/mailboxes/index.js'
import {
  type AddressForgotten,
  forgottenAddresses,
  type PoolAddress,
  type PoolForgetting,
  poolProjections,
} from '../features/pool/index.js'
import type { Actor } from '../kernel/actor.js'
import type { Recorded } from '../kernel/envelope.js'

/** An address that a pool has forgotten, or a mailbox; both are keyed hashes. */
export type Forgotten = PoolAddress | MailboxForgotten['data']

type Forgetting = AddressForgotten | MailboxForgotten

/** Event types by which something is forgotten. */
export const FORGETTINGS: ReadonlySet<string> = new Set<Forgetting['type']>(['AddressForgotten', 'MailboxForgotten'])

/** Read models that follow when something is forgotten. */
export const FORGETTING_MODELS: readonly string[] = [...poolProjections, forgottenAddresses, ...mailboxProjections].map(
  ({ name }) => name,
)

/** @param event of `FORGETTINGS` */
export function forgottenBy(event: Recorded): Forgotten {
  const { type, data } = event as Recorded<Forgetting>
  return type === 'MailboxForgotten' ? { mailbox: data.mailbox } : { pool: data.pool, address: data.address }
}

/** What is forgotten according to read models, and not according to the log, which was restored from an older copy. */
export async function lostForgettings({ lost }: Pick<Flow, 'lost'>): Promise<Forgotten[]> {
  const addresses = await lost(forgottenAddresses)
  const mailboxes = await lost(forgottenMailboxes)
  return [
    ...addresses.map(({ document: { pool, address } }) => ({ pool, address })),
    ...mailboxes.map(({ id }) => ({ mailbox: id })),
  ]
}

/** Forgets it without asking a read model. @returns whether it was known: always, of a mailbox */
export type ForgetAgain = (forgotten: Forgotten, actor: Actor) => Promise<boolean>

interface ForgetAgainDependencies {
  readonly pools: Pick<PoolForgetting, 'forgetIn'>
  readonly mailboxes: Pick<MailboxRecords, 'forgetAgain'>
}

export const createForgetAgain =
  ({ pools, mailboxes }: ForgetAgainDependencies): ForgetAgain =>
  async (forgotten, actor) => {
    if ('pool' in forgotten) return (await pools.forgetIn(forgotten, actor)) !== undefined
    await mailboxes.forgetAgain(forgotten.mailbox, actor)
    return true
  }
