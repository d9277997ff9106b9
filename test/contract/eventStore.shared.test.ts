import { withSharedSubscription } from '../../src/eventing/subscription/shared.js'
import { lmdbFixture } from './eventStore/lmdbFixture.js'
import { eventStoreContract } from './eventStoreContract.js'

eventStoreContract('LMDB, with one shared subscription per handle', async () =>
  lmdbFixture(undefined, withSharedSubscription),
)
