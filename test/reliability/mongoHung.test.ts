import { randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { client } from '../../testbed/callers/client.js'
import { startProgram } from '../../testbed/service/program.js'
import { testDatabase } from '../../testbed/stores/mongo/database.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describeMongo } from '../support/describeMongo.js'
import { startDeafProxy } from './deafProxy.js'

describeMongo('a process whose MongoDB answers new clients, but no calls', (server) => {
  test('replaces the client twice, ends with exit code 1 and one line, and starts again', async () => {
    const database = testDatabase(server)
    const proxy = await startDeafProxy(database.url)
    const directory = tempDirectory()
    const settings = {
      PORT: '0',
      DATA_DIR: directory.path,
      MONGODB_URL: proxy.url,
      SECRET_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'warn',
    }
    try {
      const program = await startProgram(settings)
      const http = client(program.url)
      proxy.deafen()
      const live = async () => (await http.request('GET', '/health/live')).status
      expect(await live()).toBe(200)
      const { code, stderr } = await program.ended
      http.close()
      expect(code).toBe(1)
      const lines: { level: string; msg: string }[] = stderr
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
      expect(lines.filter(({ msg }) => msg.endsWith('replaced the client'))).toHaveLength(2)
      expect(lines.filter(({ msg }) => msg.includes('the client of a store hangs'))).toEqual([
        expect.objectContaining({ level: 'error', reason: expect.stringContaining('answers a new client') }),
      ])

      const next = await startProgram({ ...settings, MONGODB_URL: database.url })
      expect((await next.end('SIGTERM')).code).toBe(0)
    } finally {
      await proxy.close()
      await database.drop()
      directory.remove()
    }
  })
})
