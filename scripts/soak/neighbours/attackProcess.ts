import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTools } from './attacker/tools.js'
import type { AttackOrder, FromAttacker, ToAttacker } from './attackOrder.js'
import { attackOf } from './attacks/index.js'

/*
 * One attacker: `node attackProcess.js <order as JSON>`, started with an IPC channel. It prepares, says `ready`, strikes from
 * `begin` to `end`, and lives until it is killed or its parent has gone.
 */

/** Attackers are on other machines in reality: here they yield the cores to the service. */
const NICENESS = 19
const TALLY_EVERY_MS = 250
/** A strike that ends at once because everything is refused does not become a busy loop. */
const BETWEEN_MS = 1

const order = JSON.parse(process.argv[2]!) as AttackOrder
const attack = attackOf(order.attack)
const tools = createTools(order)
const ending = new AbortController()
const tell = (message: FromAttacker) => void process.send?.(message)

setPriority(NICENESS)
process.on('disconnect', () => process.exit())
// A socket that fails without a listener must not end the process.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => tools.note(error.code ?? error.message))

try {
  const { atOnce, strike } = await attack.prepare(tools)
  for (const outcome of Object.keys(tools.tally)) delete tools.tally[outcome]
  const loop = async () => {
    while (!ending.signal.aborted) {
      await strike(ending.signal).catch((error: Error) => tools.note(error.message))
      await sleep(BETWEEN_MS)
    }
  }
  process.on('message', (message: ToAttacker) => {
    if (message === 'begin') for (let index = 0; index < atOnce; index++) void loop()
    else ending.abort()
  })
  setInterval(() => tell({ type: 'tally', tally: tools.tally }), TALLY_EVERY_MS)
  tell({ type: 'ready' })
} catch (error) {
  tell({ type: 'failed', message: (error as Error).message })
}
