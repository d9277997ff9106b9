import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { tempDirectory } from '../../testbed/tempDirectory.js'

/** Unpacks wheels (`name==version`) into one folder until the process ends, without installing or running them. Needs python3 with pip. */
export function unpackWheels(...packages: readonly string[]): string {
  const folder = temporaryFolder()
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  const python = (...args: string[]) => execFileSync('python3', args, { cwd: folder, stdio: [...stdio] })
  python('-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', ...packages)
  for (const wheel of readdirSync(folder)) if (wheel.endsWith('.whl')) python('-m', 'zipfile', '-e', wheel, folder)
  return folder
}

/** An empty folder until the process ends. */
export function temporaryFolder(): string {
  const { path, remove } = tempDirectory()
  process.once('exit', remove)
  return path
}
