// Starts and ends the programs of an acted-out deployment.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { ComposeService } from '../../../testbed/composeFiles.js'
import { mountsOf } from '../../../testbed/composeFiles.js'
import { ROOT } from '../../../testbed/files.js'

const children: ChildProcess[] = []

/** Starts a program that runs until `endAll`. Its output goes to standard error. */
export function start(
  [file, ...words]: readonly string[],
  options: { readonly cwd?: string; readonly env?: { readonly [name: string]: string } },
): ChildProcess {
  const child = spawn(file!, words, { ...options, stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

export function endAll(): void {
  for (const child of children) child.kill('SIGKILL')
}

/** Runs a command to its end. @throws Error if it fails */
export const run = (file: string, ...words: readonly string[]): void =>
  void execFileSync(file, words, { stdio: ['ignore', 'ignore', 'inherit'] })

/** Mounts files of the checkout where a service mounts them; other sources can be given by their target. */
export function mountFiles(service: ComposeService, others: { readonly [target: string]: string } = {}): void {
  for (const { source, target } of mountsOf(service).filter((mount) => mount.source.startsWith('.'))) {
    const from = others[target] ?? join(ROOT, source)
    const isDirectory = statSync(from).isDirectory()
    mkdirSync(isDirectory ? target : dirname(target), { recursive: true })
    if (!isDirectory) writeFileSync(target, '')
    run('mount', '--bind', from, target)
  }
}

/** Covers a directory with an empty one in memory. */
export const coverWithMemory = (path: string): void => run('mount', '-t', 'tmpfs', 'tmpfs', path)

/** Keeps changes to /etc in memory. @param path of a new directory for them */
export function coverEtc(path: string): void {
  mkdirSync(path)
  coverWithMemory(path)
  const [upper, work] = [join(path, 'upper'), join(path, 'work')]
  for (const each of [upper, work]) mkdirSync(each)
  run('mount', '-t', 'overlay', 'overlay', '-o', `lowerdir=/etc,upperdir=${upper},workdir=${work}`, '/etc')
}

/** Forwards connections from one address to a port of 127.0.0.1. */
export function forward(address: string, port: number, target: number): void {
  createServer((near) => {
    const far = connect(target, '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => other.destroy())
  }).listen(port, address)
}
