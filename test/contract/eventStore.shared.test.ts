import { withSharedSubscription } from '../../src/eventing/subscription/shared.js'
import { fidelity } from './eventStore/fidelity.js'
import { lmdbFixture } from './eventStore/lmdbFixture.js'
import { sharing } from './eventStore/sharing.js'
import { subscribing } from './eventStore/subscribing.js'
import { eventStoreChapters, opening } from './eventStoreContract.js'

// Only what subscribers see, and closing, differ from LMDB's store.
eventStoreChapters(
  'LMDB, with one shared subscription per handle',
  async () => lmdbFixture(undefined, withSharedSubscription),
  { 'what was appended': fidelity, subscribing, 'sharing a log': sharing, 'a store': opening },
)
