import { setTimeout as sleep } from 'node:timers/promises'
import { createTools } from './attacker/tools.js'
import type { AttackOrder, FromAttacker, ToAttacker } from './attackOrder.js'
import { attackOf } from './attacks/index.js'

/*
 * One attacker: `node attackProcess.js <order as JSON>`, started with an IPC channel. It prepares the attack, sends
 * `ready`, strikes from `begin` to `end`, and exits when it is killed or its parent exits.
 */

const TALLY_EVERY_MS = 250
/** Pause between strikes, so that strikes that are refused immediately do not become a busy loop. */
const PAUSE_MS = 1

const order = JSON.parse(process.argv[2]!) as AttackOrder
const attack = attackOf(order.attack)
const tools = createTools(order)
const ending = new AbortController()
const send = (message: FromAttacker) => void process.send?.(message)

process.on('disconnect', () => process.exit())
// An error on a socket without a listener must not end the process.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => tools.note(error.code ?? error.message))

try {
  const { concurrency, strike } = await attack.prepare(tools)
  for (const outcome of Object.keys(tools.tally)) delete tools.tally[outcome]
  const loop = async () => {
    while (!ending.signal.aborted) {
      await strike(ending.signal).catch((error: Error) => tools.note(error.message))
      await sleep(PAUSE_MS)
    }
  }
  process.on('message', (message: ToAttacker) => {
    if (message === 'begin') for (let index = 0; index < concurrency; index++) void loop()
    else ending.abort()
  })
  setInterval(() => send({ type: 'tally', tally: tools.tally }), TALLY_EVERY_MS)
  send({ type: 'ready' })
} catch (error) {
  send({ type: 'failed', message: (error as Error).message })
}
