import { expect, test } from '@jest/globals'
import { start } from '../../testbed/service/start.js'
import { openPlace } from '../../testbed/stores/place.js'
import { describeMongo } from '../support/describeMongo.js'
import { startDeafProxy } from './deafProxy.js'

describeMongo('a process whose MongoDB answers new clients, but no calls', (server) => {
  test('replaces the client twice, ends with exit code 1 and one line, and starts again', async () => {
    const place = await openPlace('mongodb', { mongo: server })
    const proxy = await startDeafProxy(place.settings.MONGODB_URL!)
    try {
      const env = { MONGODB_URL: proxy.url, LOG_LEVEL: 'warn' }
      const service = await start({ where: 'process', place, env })
      proxy.deafen()
      const live = async () => (await service.request('GET', '/health/live')).status
      expect(await live()).toBe(200)
      const { code, stderr } = await service.processes[0]!.ended()
      await service.dispose()
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

      await (await start({ where: 'process', place })).stop()
    } finally {
      await proxy.close()
      await place.remove()
    }
  })
})
