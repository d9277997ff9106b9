import { csvForm } from '../../../../test/support/multipart.js'
import type { Attack } from '../attack.js'
import { requireStatus } from './requireStatus.js'

const ROWS = 50_000

export const sandboxJobs: Attack = {
  name: 'sandbox-jobs',
  summary: 'sandbox key of a free account: jobs of 50,000 rows, lists and files, on 4 connections',
  async prepare({ call, freeKey }) {
    const generated = await call('POST', '/v1/keys/generate', { key: freeKey, body: { sandbox: true } })
    requireStatus(generated, 201)
    const key: string = generated.body.api_key
    const emails = Array.from({ length: ROWS }, (_, row) => `user${row}@example.org`)
    const list = Buffer.from(JSON.stringify({ emails, async: true }))
    const file = csvForm(`email\n${emails.join('\n')}\n`)
    let turn = 0
    return {
      concurrency: 4,
      strike: async () =>
        void (await (turn++ % 2 === 0
          ? call('POST', '/v1/verify/bulk/agent', { key, body: list })
          : call('POST', '/v1/bulk/upload', { key, ...file }))),
    }
  },
}
