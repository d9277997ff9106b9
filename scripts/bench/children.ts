import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../soak/serviceProcess.js'
import { onFirstCore } from './cores.js'

export interface Child {
  /** First line of output. */
  readonly line: string
  readonly pid: number
  stop(): Promise<void>
}

/** Runs a script of this folder as a child process, until its first line of output or its exit. */
export async function startScript(name: string, words: readonly string[], onFirst: boolean): Promise<Child> {
  const script = fileURLToPath(new URL(name, import.meta.url))
  return startChild([...(onFirst ? onFirstCore : []), process.execPath, '--import', 'tsx', script, ...words])
}

/** Runs a command until its first line or to its end. Its standard input stays open as long as this process lives. */
export async function startChild([command, ...words]: readonly string[]): Promise<Child> {
  const child = spawn(command!, words, { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
  const stopAlong = () => child.kill()
  process.once('exit', stopAlong)
  child.once('exit', () => process.off('exit', stopAlong))
  return { line: await firstLine(child), pid: child.pid!, stop: () => stopChild(child) }
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill()
  await gone
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a child of the benchmark ended with ${code} and said nothing`)))
    child.once('error', reject)
    createInterface({ input: child.stdout! }).once('line', resolve)
  })
}

/** The plain Express echo server, on the measured core. */
export async function startEcho(): Promise<Child & { readonly url: string }> {
  const child = await startScript('echo.ts', [], true)
  return { ...child, url: `http://127.0.0.1:${child.line}` }
}
