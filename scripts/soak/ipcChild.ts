import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { compiled } from '../../test/support/compiled.js'

export interface IpcChild {
  readonly child: ChildProcess
  kill(): Promise<void>
}

export interface IpcChildOptions {
  /** Parameters that the script gets as JSON. */
  readonly order?: object
  /** Lowest priority for all threads of the process: in reality it is another machine, which takes no CPU from the service. */
  readonly lowPriority?: boolean
}

/** `os.setPriority` would lower the calling thread only (Linux, setpriority(2)). */
const NICE = ['nice', '-n', '19']

/** Starts a script below this folder as a child process with an IPC channel; it is killed when this process exits. */
export function startIpcChild(script: string, { order, lowPriority = false }: IpcChildOptions = {}): IpcChild {
  const path = compiled(`scripts/soak/${script}`)
  const [command, ...args] = [
    ...(lowPriority ? NICE : []),
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
