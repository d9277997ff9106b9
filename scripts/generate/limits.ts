// Writes the figures of src/kernel/limits.ts into the section "Limits" of docs/security.md.
import { readFile } from 'node:fs/promises'
import { PLANS } from '../../src/features/accounts/plans.js'
import { mailboxChecks, perAccount, perAddress, perClient, perRequest, sharedWork } from '../../src/kernel/limits.js'
import { HOUR_MS } from '../../src/kernel/time.js'
import type { GeneratedFile } from './files.js'

const PAGE = 'docs/security.md'
const BEGIN = '<!-- Made from src/kernel/limits.ts and scripts/generate/limits.md by `npm run generate`. -->\n\n'
const END = '<!-- Until here. -->\n'

export async function buildLimits(root: URL): Promise<GeneratedFile[]> {
  const [page, template] = await Promise.all(
    [PAGE, 'scripts/generate/limits.md'].map((path) => readFile(new URL(path, root), 'utf8')),
  )
  const [before, rest] = page!.split(BEGIN)
  const after = rest?.split(END)[1]
  if (after === undefined) throw new Error(`${PAGE} lacks the marks around its limits`)
  return [{ path: PAGE, content: `${before}${BEGIN}${filledIn(template!)}\n${END}${after}` }]
}

/** @throws Error if the template names a figure that does not exist, or leaves one out */
function filledIn(template: string): string {
  const figures = new Map(figuresOf({ perAccount, perAddress, perClient, perRequest, sharedWork, mailboxChecks }))
  const others = new Map(figuresOf({ plans: PLANS }))
  const unstated = new Set(figures.keys())
  const text = template.replaceAll(/\{([\w.]+)\}/g, (_, path: string) => {
    const figure = figures.get(path) ?? others.get(path)
    if (figure === undefined) throw new Error(`limits.md names ${path}, which is no limit`)
    unstated.delete(path)
    return inWords(path, figure)
  })
  if (unstated.size > 0) throw new Error(`limits.md does not state ${[...unstated].join(', ')}`)
  return text
}

type Figure = number | readonly number[]

/** Figures with their paths, such as `sharedWork.downloads.permits`. */
function figuresOf(value: object, path = ''): [path: string, figure: Figure][] {
  return Object.entries(value).flatMap(([name, member]): [string, Figure][] => {
    const own = path === '' ? name : `${path}.${name}`
    if (typeof member === 'number' || Array.isArray(member)) return [[own, member]]
    return typeof member === 'object' && member !== null ? figuresOf(member, own) : []
  })
}

/** The unit follows from the name. */
function inWords(path: string, figure: Figure): string {
  if (typeof figure !== 'number') {
    const seconds = figure.map((ms) => ms / 1_000)
    return `${seconds.slice(0, -1).join(', ')} and ${seconds.at(-1)} s`
  }
  const name = path.slice(path.lastIndexOf('.') + 1)
  if (name.endsWith('Ms')) return duration(figure)
  if (name.endsWith('Share')) return `${100 * figure} %`
  if (name.endsWith('Divisor')) return fraction(1 / figure)
  if (name === 'alpha') return fraction(figure / (1 + figure))
  if (/bytes/i.test(path)) return size(figure)
  return figure.toLocaleString('en-US')
}

const duration = (ms: number): string =>
  ms === HOUR_MS ? 'an hour' : ms > HOUR_MS ? `${ms / HOUR_MS} hours` : ms >= 1_000 ? `${ms / 1_000} s` : `${ms} ms`

const size = (bytes: number): string =>
  bytes >= 1_048_576 ? `${bytes / 1_048_576} MiB` : bytes >= 1_024 ? `${bytes / 1_024} KiB` : `${bytes} bytes`

const FRACTIONS: readonly (readonly [value: number, words: string])[] = [
  [4 / 5, 'four fifths'],
  [1 / 2, 'half'],
  [1 / 6, 'a sixth'],
  [1 / 10, 'a tenth'],
  [1 / 11, 'an eleventh'],
]

function fraction(value: number): string {
  const found = FRACTIONS.find(([known]) => Math.abs(known - value) < 1e-9)
  if (!found) throw new Error(`no words for the fraction ${value}`)
  return found[1]
}
