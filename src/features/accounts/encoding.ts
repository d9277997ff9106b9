// How events hold the restrictions of a key.
import type { StoredRestrictions } from './events.js'

/** The restrictions in an event. */
export const restrictionsIn = ({ scopes, publishable, networks, origins }: StoredRestrictions): StoredRestrictions => ({
  scopes,
  publishable,
  networks,
  origins,
})
