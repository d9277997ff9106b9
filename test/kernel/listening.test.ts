// Servers that listen.
import { createServer } from 'node:net'
import { expect, test } from '@jest/globals'
import { silentLog } from '../../src/kernel/log.js'
import { listening } from '../../src/kernel/net/listening.js'

test('every connection that cannot be accepted is logged, and none ends the process', async () => {
  const logged: string[] = []
  const server = createServer()
  const log = { ...silentLog, error: (_: object, message: string) => void logged.push(message) }
  await listening(server, '127.0.0.1', 0, log)
  for (let time = 0; time < 2; time++) server.emit('error', new Error('accept EMFILE'))
  expect(logged).toEqual(Array(2).fill('a connection could not be accepted'))
  await new Promise((resolve) => server.close(resolve))
})

test('a port that is taken is an error', async () => {
  const [first, second] = [createServer(), createServer()]
  await listening(first, '127.0.0.1', 0, silentLog)
  const { port } = first.address() as { port: number }
  await expect(listening(second, '127.0.0.1', port, silentLog)).rejects.toThrow('EADDRINUSE')
  await new Promise((resolve) => first.close(resolve))
})
