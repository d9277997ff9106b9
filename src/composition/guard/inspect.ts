// Compares the stores with the guard record.
import { eventTypes } from '../../eventCategories.js'
import { isInLog } from '../../eventing/logIdentity.js'
import { currentVersions } from '../../eventing/upcast.js'
import type { GuardRecord } from '../../kernel/ports/guard.js'
import { upcasters } from '../../upcasters.js'
import type { Stores } from '../stores.js'
import type { Found } from './judge.js'

/** The owner of the check in the vault. No account has this id. */
export const CHECK_OWNER = 'installation'

export type GuardedStores = Pick<Stores, 'events' | 'vault' | 'guards' | 'places'>

export interface Inspected extends Found {
  /** The record, if any place has one. */
  readonly record: GuardRecord | undefined
}

/** @throws StoreUnavailable when a store does not answer */
export async function inspect({ events, vault, guards, places }: GuardedStores): Promise<Inspected> {
  const records = await Promise.all(guards.map(async (guard) => ({ place: guard.place, record: await guard.read() })))
  const record = records.find((each) => each.record !== undefined)?.record
  return {
    guards: records,
    record,
    log: {
      place: places.log,
      head: await events.head(),
      hasNewest: !record || (await isInLog(events, { position: record.newest, id: record.event })),
    },
    vault: { place: places.vault, opensCheck: !record || (await opens(vault, record)) },
    versions: currentVersions(upcasters, eventTypes.known),
  }
}

async function opens(vault: GuardedStores['vault'], { installation, vaultCheck }: GuardRecord): Promise<boolean> {
  try {
    return (await vault.open(CHECK_OWNER, vaultCheck)) === installation
  } catch (error) {
    if ((error as Error).name === 'StoreUnavailable') throw error
    // It has another key of this owner.
    return false
  }
}
