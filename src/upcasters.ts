import type { Upcaster } from './eventing/upcast.js'
import { batchUpcasters } from './features/batches/upcasters.js'
import { verificationUpcasters } from './features/verification/upcasters.js'

/** Upcasters of all features; `schema/events/README.md` explains how to add one. */
export const upcasters: readonly Upcaster[] = [...verificationUpcasters, ...batchUpcasters]
