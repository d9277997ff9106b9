// What a check of a subscriber's key says.
import { expect, test } from '@jest/globals'
import { refusalOfKey } from '../../src/graphql/subscriberChecks.js'
import { Failure, type FailureCode } from '../../src/kernel/failure.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'

const failure = (code: FailureCode) => new Failure(code, 'no')
const refusal = (error: Error) =>
  refusalOfKey({ identify: () => Promise.reject(error) }, { key: 'mpk_key', place: 'X-API-Key' })

test('a key that is not valid any more is refused', async () => {
  expect(await refusal(failure('INVALID_API_KEY'))).toMatchObject({ code: 'INVALID_API_KEY' })
})

test.each([failure('SERVICE_UNAVAILABLE'), new StoreUnavailable('no')])(
  'a key is not refused because of %s: whether it is valid is unknown',
  async (error) => expect(await refusal(error)).toBeUndefined(),
)
