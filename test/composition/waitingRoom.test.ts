// While the read models are rebuilt: no supervisor ends the process, and nothing is answered.
import { afterEach, expect, test } from '@jest/globals'
import { createWaitingRoom } from '../../src/composition/waitingRoom.js'
import { loadConfig } from '../../src/config.js'
import { freePort } from '../../testbed/freePort.js'

let room: ReturnType<typeof createWaitingRoom> | undefined
afterEach(() => room?.close())

test('liveness is 200 under every path of the contract; everything else is 503 and says why', async () => {
  const port = await freePort()
  room = createWaitingRoom(loadConfig({ HOST: '127.0.0.1', PORT: String(port) }))
  room.open({ message: 'rebuilding: 7 %', part: 0.07 })
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return [response.status, await response.text()] as const
  }
  for (const prefix of ['', '/v1', '/api', '/api/v1']) expect((await get(`${prefix}/health/live?x=1`))[0]).toBe(200)
  for (const path of ['/health', '/health/ready', '/v1/stats']) {
    const [status, text] = await get(path)
    expect([status, text]).toEqual([503, expect.stringContaining('rebuilding: 7 %')])
  }
})
