// What was erased or forgotten after the end of a restore, which is erased and forgotten again.
import type { Config } from '../../config.js'
import type { MailboxChecked } from '../../features/mailboxes/index.js'
import { newSystemActor } from '../../kernel/actor.js'
import type { Recorded } from '../../kernel/envelope.js'
import type { Position } from '../../kernel/position.js'
import { createContainer } from '../container.js'
import { FORGETTING_MODELS, type Forgotten } from '../forgetting.js'
import type { Stores } from '../stores.js'
import type { Manifest } from './manifest.js'

interface ErasedLater {
  /** Must be called with each event that is restored. */
  see(event: Recorded): void
  /**
   * Erases accounts and forgets addresses that the restored log knows.
   * @param restored its accounts, but for those that it has erased itself
   * @returns how many
   */
  applyAgain(config: Config, stores: Stores, restored: ReadonlySet<string>): Promise<number>
}

/** @param end position of the last event that is restored */
export function createErasedLater({ erased, forgotten = [] }: Manifest, end: Position): ErasedLater {
  const isLater = ({ position }: { readonly position: Position }) => position > end
  const accounts = new Set(erased.filter(isLater).map(({ account }) => account))
  /** By name: an address with many contributions is forgotten by several events. */
  const addresses = new Map<string, Forgotten>()
  const mailboxes = new Set<string>()
  for (const one of forgotten.filter(isLater)) {
    if ('mailbox' in one) mailboxes.add(one.mailbox)
    else addresses.set(`${one.pool}.${one.address}`, { pool: one.pool, address: one.address })
  }
  /** Those that the restored log knows. Of addresses, their streams say it. */
  const knownMailboxes = new Set<string>()

  return {
    see({ type, data }) {
      if (type !== 'MailboxChecked') return
      const { mailbox } = data as MailboxChecked['data']
      if (mailboxes.has(mailbox)) knownMailboxes.add(mailbox)
    },

    async applyAgain(config, stores, restored) {
      const knownAccounts = [...accounts].filter((account) => restored.has(account))
      const found: Forgotten[] = [...addresses.values(), ...[...knownMailboxes].map((mailbox) => ({ mailbox }))]
      if (knownAccounts.length + found.length === 0) return 0
      const embedded = { ...config, MONGODB_URL: undefined, KURRENTDB_URL: undefined, LOG_LEVEL: 'silent' as const }
      const { erasing, forgetAgain, eventing, close } = await createContainer(embedded, {
        exclusive: false,
        rebuildsForeign: true,
        // The guard record is written by the first service that starts with the directory.
        openStores: async () => ({ ...stores, guards: [] }),
      })
      try {
        for (const account of knownAccounts) await erasing.erase(account, newSystemActor())
        let count = knownAccounts.length
        for (const one of found) if (await forgetAgain(one, newSystemActor())) count++
        await eventing.waitForPosition(await eventing.head(), FORGETTING_MODELS)
        return count
      } finally {
        await close()
      }
    },
  }
}
