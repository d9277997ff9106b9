import { describe } from '@jest/globals'
import { anyText } from './eventStore/anyText.js'
import { lmdbFixture } from './eventStore/lmdbFixture.js'
import { ownClock } from './eventStore/ownClock.js'
import { eventStoreContract } from './eventStoreContract.js'

const clock = { now: 0 }

eventStoreContract(
  'LMDB',
  async () => lmdbFixture(clock),
  (given) => {
    describe('its clock', () => ownClock(given, clock))
    describe('any text', () => anyText(given))
  },
)
