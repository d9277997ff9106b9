import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { compiled } from '../../../test/support/compiled.js'
import type { FromOthers, OthersOrder, Served, ToOthers } from './others/protocol.js'

export interface Others {
  /** Closes the present phase and begins the next. @returns how others were served in the one that ended */
  nextPhase(): Promise<Served>
  kill(): Promise<void>
}

/** Starts the process that acts as everybody but the attacker. Resolves once it measures. */
export async function startOthers(order: OthersOrder): Promise<Others> {
  const child = spawn(
    process.execPath,
    ['--no-warnings', compiled('scripts/soak/neighbours/othersProcess.ts'), JSON.stringify(order)],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  const killAlong = () => child.kill('SIGKILL')
  process.once('exit', killAlong)
  const ended = once(child, 'exit').finally(() => process.off('exit', killAlong))
  const told = async (type: FromOthers['type']): Promise<FromOthers> => {
    const gone = ended.then((): [FromOthers] => {
      throw new Error('the process that measures has ended')
    })
    gone.catch(() => {})
    for (;;) {
      const [message] = (await Promise.race([once(child, 'message'), gone])) as [FromOthers]
      if (message.type === type) return message
    }
  }
  await told('ready')
  return {
    async nextPhase() {
      const served = told('served')
      child.send('next' satisfies ToOthers)
      return ((await served) as FromOthers & { type: 'served' }).served
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
