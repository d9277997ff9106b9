import type { Attack } from '../attack.js'

const ROWS = 10_000

export const cancelledBatches: Attack = {
  name: 'cancelled-batches',
  summary: 'growth key: batches of 10,000 rows, cancelled as soon as they are accepted, on 8 connections',
  prepare({ call, paidKey: key }) {
    const emails = Array.from({ length: ROWS }, (_, row) => `${row}@cancelled-${row}.mailproof.net`)
    const body = Buffer.from(JSON.stringify({ emails, async: true }))
    return {
      concurrency: 8,
      async strike() {
        const accepted = await call('POST', '/v1/verify/bulk/agent', { key, body })
        if (accepted.status === 202) await call('DELETE', `/v1/batch/${accepted.body.batch_id}`, { key })
      },
    }
  },
}
