import type { Attack } from '../attack.js'
import { HOSTILE_KINDS, HOSTILE_NAMES, hostileName } from '../hostileZone.js'

/** Addresses of one synchronous batch. */
const ROWS = 500

export const hostileDns: Attack = {
  name: 'hostile-dns',
  summary: `growth key: names whose DNS servers never respond, or respond with ${HOSTILE_KINDS.length - 1} kinds of hostile packets`,
  prepare({ call, paidKey: key }) {
    let name = 0
    const next = () => {
      const at = name++ % (HOSTILE_NAMES * HOSTILE_KINDS.length)
      return `eve@${hostileName(HOSTILE_KINDS[at % HOSTILE_KINDS.length]!, Math.floor(at / HOSTILE_KINDS.length))}`
    }
    let turn = 0
    return {
      concurrency: 64,
      async strike() {
        const kind = turn++ % 64
        if (kind > 1) return void (await call('POST', '/v1/verify', { key, body: { email: next() } }))
        const emails = Array.from({ length: ROWS }, next)
        const path = kind === 0 ? '/v1/verify/batch' : '/v1/verify/bulk/agent'
        await call('POST', path, { key, body: { emails, ...(kind === 1 && { async: true }) } })
      },
    }
  },
}
