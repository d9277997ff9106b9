import { startIpcChild } from '../ipcChild.js'
import type { Sent } from './attacker/uplink.js'
import type { AttackOrder, FromAttacker, Tally, ToAttacker } from './attackOrder.js'

interface Attacker {
  begin(): void
  /** Stops starting strikes. Sockets stay open. */
  end(): void
  tally(): Tally
  /** What left through its uplink since it was prepared. */
  sent(): Sent
  kill(): Promise<void>
}

const PREPARATION_TIMEOUT_MS = 60_000

/** Starts an attacker as a child process. Resolves once it is prepared. @throws Error if it cannot prepare */
export async function startAttacker(order: AttackOrder, commandPrefix: readonly string[]): Promise<Attacker> {
  const { child, kill } = startIpcChild('neighbours/attackProcess.ts', { order, commandPrefix })
  const send = (message: ToAttacker) => child.connected && child.send(message)
  let tally: Tally = {}
  let sent: Sent = { bytes: 0, requests: 0, connections: 0 }
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The attack ${order.attack} was not prepared in time.`)),
        PREPARATION_TIMEOUT_MS,
      )
      child.once('exit', () => reject(new Error(`The attack ${order.attack} ended before it was prepared.`)))
      child.on('message', (message: FromAttacker) => {
        if (message.type === 'tally') ({ tally, sent } = message)
        else if (message.type === 'failed') reject(new Error(`${order.attack}: ${message.message}`))
        else {
          clearTimeout(timer)
          resolve()
        }
      })
    })
  } catch (error) {
    await kill()
    throw error
  }
  return { begin: () => void send('begin'), end: () => void send('end'), tally: () => tally, sent: () => sent, kill }
}
