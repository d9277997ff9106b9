import type { SpecialAttack } from '../attack.js'

const ROWS = 10_000

export const cancelledBatches: SpecialAttack = {
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
