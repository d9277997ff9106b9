import { nextMessage } from '../../../testbed/service/nextMessage.js'
import { startIpcChild } from '../ipcChild.js'
import type { FromOthers, OthersOrder, Served, ToOthers } from './others/protocol.js'

export interface Others {
  /**
   * Ends the current phase and starts the next.
   * @param graceMs time for what was sent before the end
   * @returns how others were served in the phase that ended
   */
  nextPhase(graceMs?: number): Promise<Served>
  kill(): Promise<void>
}

const GRACE_MS = 10_000

/** Starts the process that simulates every account but the attacker's. Resolves once it measures. */
export async function startOthers(order: OthersOrder, commandPrefix: readonly string[]): Promise<Others> {
  const { child, kill } = startIpcChild('neighbours/othersProcess.ts', { order, commandPrefix })
  const nextOfType = async (type: FromOthers['type']): Promise<FromOthers> => {
    for (;;) {
      const message = (await nextMessage(child, 'The process that measures other accounts')) as FromOthers
      if (message.type === type) return message
    }
  }
  await nextOfType('ready')
  return {
    async nextPhase(graceMs = GRACE_MS) {
      const served = nextOfType('served')
      child.send({ graceMs } satisfies ToOthers)
      return ((await served) as FromOthers & { type: 'served' }).served
    },
    kill,
  }
}
