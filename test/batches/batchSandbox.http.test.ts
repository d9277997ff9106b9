import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

describe('a sandbox key, which may stand in test code', () => {
  const submit = async (key: string): Promise<string> => {
    const body = { emails: ['ada@explicit.mailproof.net'], async: true, format: 'full' }
    const { batch_id } = (await api.call('verifyBulkAgent', { key, body })).body
    const done = () => api.call('getBatch', { key, params: { batchId: batch_id } })
    await eventually(done, (answer) => answer.body.status === 'completed')
    return batch_id
  }

  test('neither sees nor cancels live batches of its account; the live key sees both kinds', async () => {
    const { key } = await api.account()
    const { key: sandbox } = await api.generate(key, { sandbox: true })
    const [live, tried] = [await submit(key), await submit(sandbox)]
    for (const operation of ['getBatch', 'getBatchResults', 'getBulkJob', 'cancelBatch', 'downloadBatch'] as const) {
      const params = { [operation === 'getBulkJob' ? 'jobId' : 'batchId']: live }
      const answer = await api.call(operation, { key: sandbox, params })
      expect([operation, answer.status, answer.body.error?.code]).toEqual([operation, 404, 'BATCH_NOT_FOUND'])
    }
    const query = '{ batches(first: 10) { totalCount edges { node { id } } } }'
    const listed = async (by: string): Promise<string[]> => {
      const { body } = await api.request('POST', '/graphql', { key: by, body: { query } })
      expect(body.data.batches.totalCount).toBe(body.data.batches.edges.length)
      return body.data.batches.edges.map(({ node }: { node: { id: string } }) => node.id)
    }
    expect(await listed(sandbox)).toEqual([tried])
    expect(await listed(key)).toEqual([tried, live])
  })
})
