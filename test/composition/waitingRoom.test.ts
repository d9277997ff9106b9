// While the read models are rebuilt: no supervisor ends the process, and nothing is answered.
import { createServer } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { createWaitingRoom } from '../../src/composition/waitingRoom.js'
import { loadConfig } from '../../src/config.js'
import { silentLog } from '../../src/kernel/log.js'
import { listening } from '../../src/kernel/net/listening.js'
import { eventually } from '../../testbed/eventually.js'
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

test('a room that is closed while it opens leaves the port of the metrics to the service', async () => {
  const [port, other] = [await freePort(), await freePort()]
  const open = (metricsPort: number) => {
    room = createWaitingRoom(loadConfig({ HOST: '127.0.0.1', PORT: '0', METRICS_PORT: `${metricsPort}` }))
    room.open({ message: 'rebuilding: 7 %', part: 0.07 })
    return room
  }
  await open(port).close()
  open(other)
  // By then, the first one would listen too.
  await eventually(
    () => fetch(`http://127.0.0.1:${other}/metrics`).catch(() => undefined),
    (response) => response?.ok === true,
  )
  const service = createServer()
  await listening(service, '127.0.0.1', port, silentLog)
  await new Promise((resolve) => service.close(resolve))
})

test('a request that arrives while the room is closed ends no process', async () => {
  const [port, metricsPort] = [await freePort(), await freePort()]
  room = createWaitingRoom(loadConfig({ HOST: '127.0.0.1', PORT: `${port}`, METRICS_PORT: `${metricsPort}` }))
  room.open({ message: 'rebuilding: 7 %', part: 0.07 })
  const url = `http://127.0.0.1:${port}/health`
  await eventually(
    () => fetch(url).catch(() => undefined),
    (response) => response?.status === 503,
  )
  const requests = Promise.allSettled(Array.from({ length: 8 }, () => fetch(url)))
  const closed = room.close()
  for (const { status, ...result } of await requests)
    if (status === 'fulfilled') expect((result as { value: Response }).value.status).toBe(503)
  await closed
})
