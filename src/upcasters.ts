import type { Upcaster } from './eventing/upcast.js'

/** All there are, of every feature: none, as every event type is in its first version. `schema/events/README.md` says how. */
export const upcasters: readonly Upcaster[] = []
