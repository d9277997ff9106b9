// How older versions of the events of verifications are read.
import type { Upcaster } from '../../eventing/upcast.js'

/** Version 1 did not record what a verdict was based on: that stays unknown. */
export const verificationUpcasters: readonly Upcaster[] = [
  {
    type: 'AddressVerified',
    from: 1,
    upcast: (data: object) => ({ ...data, decision: null, lists: null, address: null, key: null }),
  },
  { type: 'AddressesVerified', from: 1, upcast: (data: object) => ({ ...data, lists: null, key: null }) },
]
