import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'

/** The hold-out packages, pinned. None of them is a source of the embedded lists. */
const PACKAGES = [
  '@emailcheck/email-validator-js@3.4.4',
  '@mikkelscheike/email-provider-links@5.2.2',
  '@zootools/email-spell-checker@1.12.0',
  'academic-email-verifier@3.1.0',
  'email-enricher@1.0.4',
  'email-misspelled@4.4.0',
  'emailtypocheck@1.0.3',
  'emailvalid@1.0.4',
  'mailcheck@1.1.1',
]

/** Installs the packages outside the repository, without dependencies' scripts. Returns the folder that has them. */
export function install(folder = mkdtempSync(join(tmpdir(), 'mailproof-judge-'))): string {
  if (!existsSync(join(folder, 'node_modules')))
    execFileSync('npm', ['install', '--silent', '--no-save', '--ignore-scripts', '--prefix', folder, ...PACKAGES], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  return join(folder, 'node_modules')
}

/** The package has a file per domain: `bh/edu/uob.txt` is uob.edu.bh. */
export const universityDomains = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.txt'))
    .map((path) => path.slice(0, -'.txt'.length).split(sep).reverse().join('.'))
