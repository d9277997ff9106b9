import { afterAll, beforeAll, test } from '@jest/globals'
import { ask } from '../support/graphql.js'
import { startService, type TestService } from '../support/service.js'

let api: TestService
beforeAll(async () => {
  api = await startService()
})
afterAll(() => api.stop())

test('smoke', async () => {
  const { key } = await api.account()
  const show = async (q: string, o = {}) => console.log(JSON.stringify((await ask(api, q, o)).body), )
  await show('{ pricing { currency tiers { id priceMonthly } } }')
  await show('{ me { id plan keys { id masked } batches { totalCount edges { node { id } } } webhooks { id deliveries { edges { node { id }} } } } usage { currentMonth { month remaining } } }', { key })
  await show('mutation { verifyEmail(input: {email: "ada@explicit.mailproof.net", debug: true}) { valid status checks { mx } metadata { domain } debug { steps { name ms } } } }', { key })
  await show('mutation { verifyEmail(input: {email: "ada@explicit.mailproof.net"}) { valid } }', {})
  await show('{ me { id } }', {})
  await show('{ nothing }', {})
  await show('{ me', {})
  await show('mutation($i: VerifyBatchInput!) { verifyBatch(input: $i) { summary { total valid } results { email status checks {dns} } } }', { key, variables: { i: { emails: ['ada@explicit.mailproof.net', 'x'] } } })
  await show('mutation($i: VerifyBatchInput!) { verifyBatch(input: $i) { summary { total valid } } }', { key, variables: { i: { emails: [] } } })
  await show('mutation($i: SubmitBatchInput!) { submitBatch(input: $i) { batchId status total } }', { key, variables: { i: { emails: ['ada@explicit.mailproof.net', 'x'] } } })
  await new Promise((r) => setTimeout(r, 1500))
  await show('{ batches(first: 5) { totalCount pageInfo { endCursor hasNextPage } edges { cursor node { id status total results(first: 1) { totalCount pageInfo { endCursor hasNextPage } edges { cursor node { index email valid error disposable } } } } } } }', { key })
})
