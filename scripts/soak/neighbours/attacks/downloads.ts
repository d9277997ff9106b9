import { setTimeout as sleep } from 'node:timers/promises'
import { csvForm } from '../../../../test/support/multipart.js'
import type { Attack } from '../attack.js'
import { untilClosed } from '../attacker/sockets.js'
import { requireStatus } from './requireStatus.js'

const ROWS = 45_000
const READY_MS = 30_000

export const downloads: Attack = {
  name: 'downloads',
  summary: 'growth key: a result of 45,000 rows downloaded 32 times concurrently, half of them never read',
  async prepare({ call, open, host, paidKey: key, note }) {
    const rows = Array.from(
      { length: ROWS },
      (_, row) => `user${row}@warm-${row % 50}.mailproof.net,${'x'.repeat(100)}`,
    )
    const accepted = await call('POST', '/v1/bulk/upload', { key, ...csvForm(`email,note\n${rows.join('\n')}\n`) })
    requireStatus(accepted, 202)
    const path = `/v1/batch/${accepted.body.id}`
    const deadline = Date.now() + READY_MS
    while ((await call('GET', path, { key })).body.status !== 'completed') {
      if (Date.now() > deadline) throw new Error('The upload was not completed in time.')
      await sleep(100)
    }
    let turn = 0
    return {
      concurrency: 32,
      async strike(signal) {
        if (turn++ % 2 === 0) return void (await call('GET', `${path}/download`, { key }))
        const socket = await open()
        socket.on('error', () => {}).on('end', () => socket.destroy())
        socket.pause()
        socket.write(`GET ${path}/download HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${key}\r\n\r\n`)
        await untilClosed(socket, signal)
        note(signal.aborted ? 'open at the end' : 'closed')
        socket.destroy()
      },
    }
  },
}
