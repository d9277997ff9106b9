import { once } from 'node:events'
import { startIpcChild } from '../ipcChild.js'
import type { FromOthers, OthersOrder, Served, ToOthers } from './others/protocol.js'

export interface Others {
  /** Ends the current phase and starts the next. @returns how others were served in the phase that ended */
  nextPhase(): Promise<Served>
  kill(): Promise<void>
}

/** Starts the process that simulates every account but the attacker's. Resolves once it measures. */
export async function startOthers(order: OthersOrder): Promise<Others> {
  const { child, exited, kill } = startIpcChild('neighbours/othersProcess.ts', { order })
  const nextMessage = async (type: FromOthers['type']): Promise<FromOthers> => {
    const earlyExit = exited.then((): [FromOthers] => {
      throw new Error('The process that measures other accounts exited early.')
    })
    earlyExit.catch(() => {})
    for (;;) {
      const [message] = (await Promise.race([once(child, 'message'), earlyExit])) as [FromOthers]
      if (message.type === type) return message
    }
  }
  await nextMessage('ready')
  return {
    async nextPhase() {
      const served = nextMessage('served')
      child.send('next' satisfies ToOthers)
      return ((await served) as FromOthers & { type: 'served' }).served
    },
    kill,
  }
}
