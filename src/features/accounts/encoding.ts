// How events hold the restrictions of a key, and what keys of the vault are named after.
import type { AddressKeeping, StoredRestrictions } from './events.js'

/** The restrictions in an event. */
export const restrictionsIn = ({ scopes, publishable, networks, origins }: StoredRestrictions): StoredRestrictions => ({
  scopes,
  publishable,
  networks,
  origins,
})

/** The owner, in the vault, of the addresses that an account keeps. */
export const ownerOfAddresses = ({ keeping }: Pick<AddressKeeping, 'keeping'>): string => `addresses-${keeping}`
