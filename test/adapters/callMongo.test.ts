import { once } from 'node:events'
import { createServer, Socket } from 'node:net'
import { expect, test } from '@jest/globals'
import { createCallMongo } from '../../src/adapters/mongodb/callMongo.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'

test('a connection that breaks during a request is StoreUnavailable, whatever the driver throws', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  const connect = () =>
    new Promise<void>((resolve, reject) => {
      new Socket().once('error', reject).connect(port, '127.0.0.1', resolve)
    })
  await expect(createCallMongo()(connect)).rejects.toThrow(StoreUnavailable)
})

test.each(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'ERR_SOCKET_CLOSED'])(
  "a socket's error %s without a system call is StoreUnavailable: Node's own after a FIN",
  async (code) => {
    const failing = async () => {
      throw Object.assign(new Error('This socket has been ended by the other party'), { code })
    }
    await expect(createCallMongo()(failing)).rejects.toThrow(StoreUnavailable)
  },
)

test.each(['ENOENT', 'ERR_INVALID_ARG_TYPE', 'EPIPELINE'])(
  'an error %s is not taken for a broken connection',
  async (code) => {
    const mistake = Object.assign(new Error('a mistake'), { code })
    const failing = async () => {
      throw mistake
    }
    await expect(createCallMongo()(failing)).rejects.toBe(mistake)
  },
)

test('an error of our own is passed through unchanged', async () => {
  const mistake = new TypeError('undefined is not a function')
  const failing = async () => {
    throw mistake
  }
  await expect(createCallMongo()(failing)).rejects.toBe(mistake)
})
