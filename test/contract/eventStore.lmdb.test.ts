import { anyText } from './eventStore/anyText.js'
import { lmdbFixture } from './eventStore/lmdbFixture.js'
import { ownClock } from './eventStore/ownClock.js'
import { eventStoreContract } from './eventStoreContract.js'

const clock = { now: 0 }

eventStoreContract('LMDB', async () => lmdbFixture(clock), {
  'its clock': (given) => ownClock(given, clock),
  'any text': anyText,
})
