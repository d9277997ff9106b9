import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { compiled } from '../../test/support/compiled.js'

export interface IpcChild {
  readonly child: ChildProcess
  /** Resolves when it has exited. */
  readonly exited: Promise<unknown>
  kill(): Promise<void>
}

/**
 * Starts a script below this folder as a child process with an IPC channel; it is killed when this process exits.
 * @param order parameters that it gets as JSON
 */
export function startIpcChild(script: string, order?: object): IpcChild {
  const path = compiled(`scripts/soak/${script}`)
  const child = spawn(process.execPath, ['--no-warnings', path, ...(order ? [JSON.stringify(order)] : [])], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  const exited = once(child, 'exit').finally(() => process.off('exit', killChild))
  return {
    child,
    exited,
    async kill() {
      killChild()
      await exited
    },
  }
}
