import { CODES } from '../../engine/lists/file.js'
import { ListsRefused } from './refused.js'

/** Shares of the entries before that there may be after: of one list, and of all disposable domains together. */
const LIST = { min: 0.5, max: 3 }
const ALL = { min: 0.7, max: 2 }
/** Below this many, shares mean nothing. */
const FEW = 100

/** Number of domains by letter; `*` counts those that are disposable by any list. */
export type Sizes = ReadonlyMap<string, number>

const ANY = '*'

/** @param lines of `domain codes` */
export function sizesOf(lines: Iterable<string>): Sizes {
  const sizes = new Map<string, number>()
  const count = (key: string) => sizes.set(key, (sizes.get(key) ?? 0) + 1)
  for (const line of lines) {
    const codes = line.slice(line.indexOf(' ') + 1)
    for (const code of codes) count(code)
    if ([...codes].some((code) => CODES.disposable.includes(code))) count(ANY)
  }
  return sizes
}

/** Compares the sizes of two versions: lists neither collapse nor explode from one to the next. @throws ListsRefused */
export function checkSize(before: Sizes, after: Sizes, nameOf: (code: string) => string): void {
  for (const code of [ANY, ...CODES.disposable, ...CODES.provider]) {
    const [old, now] = [before.get(code) ?? 0, after.get(code) ?? 0]
    const { min, max } = code === ANY ? ALL : LIST
    if (old < FEW || (now >= min * old && now <= max * old)) continue
    const what = code === ANY ? 'The disposable domains' : `The domains of ${nameOf(code)}`
    const limit = now < old ? `fewer than ${min * 100} %` : `more than ${max * 100} %`
    throw new ListsRefused(`${what} would be ${now} instead of ${old}: ${limit}.`)
  }
}
