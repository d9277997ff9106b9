import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The hold-out packages, pinned. None of them is a source of the embedded lists. */
const PACKAGES = [
  '@emailcheck/email-validator-js@3.4.4',
  '@mikkelscheike/email-provider-links@5.2.2',
  '@zootools/email-spell-checker@1.12.0',
  'email-enricher@1.0.4',
  'email-misspelled@4.4.0',
  'emailtypocheck@1.0.3',
  'emailvalid@1.0.4',
  'mailcheck@1.1.1',
]

/** Installs the packages outside the repository, without dependencies' scripts. Returns a reader of their files. */
export function install(folder = mkdtempSync(join(tmpdir(), 'mailproof-judge-'))): (path: string) => string {
  if (!existsSync(join(folder, 'node_modules')))
    execFileSync('npm', ['install', '--silent', '--no-save', '--ignore-scripts', '--prefix', folder, ...PACKAGES], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  return (path) => readFileSync(join(folder, 'node_modules', path), 'utf8')
}
