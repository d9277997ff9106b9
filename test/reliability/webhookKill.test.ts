// Deliveries of a process that is killed again and again.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createChance } from '../../testbed/chance.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { usageLimitReached } from '../../testbed/given/verificationEvents.js'
import { startTarget } from '../../testbed/receivers/target.js'
import { compiled } from '../../testbed/service/compiled.js'
import { actorOf, callerOf, openWebhooks } from '../webhooks/world.js'

const KILLS = 8
const DELIVERIES = 200
/** Maximum number of calls that a process makes before it is killed. */
const CALLS = 20

test('a delivering process, killed again and again, loses nothing and repeats at most one request each time', async () => {
  const seed = Date.now() % 1_000_000
  const chance = createChance(seed)
  const target = await startTarget(() => ({ status: 200 }))
  const world = await openWebhooks()
  let child: ChildProcess | undefined
  try {
    const { webhook } = await world.createWebhook(callerOf(ada), { url: target.url }, actorOf())
    const events = Array.from({ length: DELIVERIES }, () => usageLimitReached('2026-11'))
    await world.append(`limit-${ada}.2026-11.month`, ...events)
    await world.react()

    const start = () => {
      const args = [compiled('test/reliability/webhookDeliverer.ts'), world.directory, webhook.id]
      child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
      return { child, ended: once(child, 'close') }
    }
    for (let kills = 0; kills < KILLS; kills++) {
      const before = target.calls.length
      const { child, ended } = start()
      const calls = chance.between(1, CALLS)
      await called(before + calls)
      await sleep(chance.between(0, 15))
      child.kill('SIGKILL')
      await ended
    }
    const { child: last, ended } = start()
    while (await isPending(webhook.id)) await sleep(50)
    last.kill('SIGKILL')
    await ended

    const ids = new Set(target.calls.map(({ id }) => id))
    expect({ seed, arrived: ids.size }).toEqual({ seed, arrived: DELIVERIES })
    expect(target.calls.length - DELIVERIES).toBeLessThanOrEqual(KILLS)
  } finally {
    child?.kill('SIGKILL')
    await world.close()
    await target.close()
  }

  /** A run that may start nothing only polls. */
  async function isPending(endpoint: string): Promise<boolean> {
    return (await world.deliver(endpoint, { signal: AbortSignal.abort() })) !== undefined
  }

  async function called(count: number): Promise<void> {
    while (target.calls.length < count) await sleep(1)
  }
})
