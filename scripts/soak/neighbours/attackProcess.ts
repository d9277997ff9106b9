import { setTimeout as sleep } from 'node:timers/promises'
import type { Strikes } from './attack.js'
import { createTools } from './attacker/tools.js'
import type { AttackOrder, FromAttacker, ToAttacker } from './attackOrder.js'
import { prepareAttack } from './attacks/index.js'

/*
 * One attacker: `node attackProcess.js <order as JSON>`, started with an IPC channel. It prepares the attack, sends
 * `ready`, strikes from `begin` to `end`, and exits when it is killed or its parent exits.
 */

const TALLY_EVERY_MS = 250
/** Pause between strikes, so that strikes that are refused immediately do not become a busy loop. */
const PAUSE_MS = 1

const order = JSON.parse(process.argv[2]!) as AttackOrder
const tools = createTools(order)
const ending = new AbortController()
const send = (message: FromAttacker) => void process.send?.(message)

process.on('disconnect', () => process.exit())
// An error on a socket without a listener must not end the process.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => tools.note(error.code ?? error.message))

try {
  const all = await prepareAttack(order.attack, tools)
  const prepared = { ...tools.uplink.sent }
  for (const outcome of Object.keys(tools.tally)) delete tools.tally[outcome]
  const loop = async ({ strike }: Strikes) => {
    while (!ending.signal.aborted) {
      await strike(ending.signal).catch((error: Error) => tools.note(error.message))
      await sleep(PAUSE_MS)
    }
  }
  process.on('message', (message: ToAttacker) => {
    if (message === 'begin')
      for (const strikes of all) for (let at = 0; at < strikes.concurrency; at++) void loop(strikes)
    else ending.abort()
  })
  setInterval(() => {
    const { bytes, requests, connections } = tools.uplink.sent
    const sent = {
      bytes: bytes - prepared.bytes,
      requests: requests - prepared.requests,
      connections: connections - prepared.connections,
    }
    send({ type: 'tally', tally: tools.tally, sent })
  }, TALLY_EVERY_MS)
  send({ type: 'ready' })
} catch (error) {
  send({ type: 'failed', message: (error as Error).message })
}
