import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { compiled } from '../../testbed/service/compiled.js'

export interface IpcChild {
  readonly child: ChildProcess
  kill(): Promise<void>
}

export interface IpcChildOptions {
  /** Parameters that the script gets as JSON. */
  readonly order?: object
  /** Command that starts Node. */
  readonly commandPrefix?: readonly string[]
}

/** Starts a script below this folder as a child process with an IPC channel; it is killed when this process exits. */
export function startIpcChild(script: string, { order, commandPrefix = [] }: IpcChildOptions = {}): IpcChild {
  const path = compiled(`scripts/soak/${script}`)
  const [command, ...args] = [
    ...commandPrefix,
    process.execPath,
    '--no-warnings',
    path,
    ...(order ? [JSON.stringify(order)] : []),
  ]
  const child = spawn(command!, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  const exited = once(child, 'exit').finally(() => process.off('exit', killChild))
  return {
    child,
    async kill() {
      killChild()
      await exited
    },
  }
}
