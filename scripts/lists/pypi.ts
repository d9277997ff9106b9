import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Unpacks wheels (`name==version`) into one new folder, without installing or running them. Needs python3 with pip. */
export function unpackWheels(...packages: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailproof-wheels-'))
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  const python = (...args: string[]) => execFileSync('python3', args, { cwd: folder, stdio: [...stdio] })
  python('-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', ...packages)
  for (const wheel of readdirSync(folder)) if (wheel.endsWith('.whl')) python('-m', 'zipfile', '-e', wheel, folder)
  return folder
}
