import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../../../testbed/files.js'
import { onFirstCore } from './cpuPinning.js'

export interface Child {
  /** First line of output. */
  readonly line: string
  readonly pid: number
  stop(): Promise<void>
}

/** Runs a script of this folder as a child process. Resolves at its first line of output. @throws Error if it prints none */
export async function startScript(name: string, args: readonly string[], pinned: boolean): Promise<Child> {
  const script = fileURLToPath(new URL(name, import.meta.url))
  return startChild([...(pinned ? onFirstCore : []), process.execPath, '--import', 'tsx', script, ...args])
}

/** Runs a command whose standard input stays open as long as this process lives. Resolves at its first line of output. */
export async function startChild([command, ...args]: readonly string[]): Promise<Child> {
  const child = spawn(command!, args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
  const killChild = () => child.kill()
  process.once('exit', killChild)
  child.once('exit', () => process.off('exit', killChild))
  return { line: await firstLine(child), pid: child.pid!, stop: () => stopChild(child) }
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`A child process exited with code ${code} without any output.`)))
    child.once('error', reject)
    createInterface({ input: child.stdout! }).once('line', resolve)
  })
}

/** The plain Express echo server, on the measured core. */
export async function startEchoServer(): Promise<Child & { readonly url: string }> {
  const child = await startScript('echoServerProcess.ts', [], true)
  return { ...child, url: `http://127.0.0.1:${child.line}` }
}
