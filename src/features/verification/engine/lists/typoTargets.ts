/** A provider's domain that a typed one is compared with. */
export interface Target {
  readonly domain: string
  readonly name: string
  readonly ending: string
  /** Of all addresses, the share that is here, as a power of two: -1 for half of them. */
  readonly share: number
  readonly letters: number
}

/** The domains that people mistype, as the comparisons want them. */
export interface Targets {
  readonly byDomain: ReadonlyMap<string, Target>
  readonly byName: ReadonlyMap<string, readonly Target[]>
  /** The domains of a length from two less to two more than the given one. */
  aroundLength(length: number): readonly Target[]
}

/** Share, in ten-thousandths, of a domain that is a target only because of its name, or of a large provider. */
const LEAST_SHARE = 2
const NONE: readonly Target[] = []

/**
 * @param lines `domain share`, the share in ten-thousandths
 * @param providers `domain provider …`: those that are named like a line are targets too, and so are large ones (`major`)
 */
export function readTargets(lines: readonly string[], providers: readonly string[]): Targets {
  const shares = new Map(lines.map((line) => line.split(' ') as [string, string]))
  const names = new Set([...shares.keys()].map(nameOf))
  const others = providers
    .map((line) => line.split(' ') as [string, string, string?])
    .filter(([domain, , major]) => major === 'major' || names.has(nameOf(domain)))
    .map(([domain]) => domain)
  const all = [...new Set([...shares.keys(), ...others])].map((domain): Target => {
    const name = nameOf(domain)
    const share = Math.log2(Number(shares.get(domain) ?? LEAST_SHARE) / 10_000)
    return { domain, name, ending: domain.slice(name.length + 1), share, letters: lettersOf(domain) }
  })
  const lengths = Array.from({ length: Math.max(0, ...all.map(({ domain }) => domain.length)) + 3 }, (_, length) =>
    all.filter(({ domain }) => Math.abs(domain.length - length) <= 2),
  )
  return {
    byDomain: new Map(all.map((each) => [each.domain, each])),
    byName: new Map(all.map(({ name }) => [name, all.filter((each) => each.name === name)])),
    aroundLength: (length) => lengths[length] ?? NONE,
  }
}

/** The first label of a domain. */
export function nameOf(domain: string): string {
  const dot = domain.indexOf('.')
  return dot === -1 ? domain : domain.slice(0, dot)
}

export const withoutDots = (text: string) => text.replaceAll('.', '')

/** The set of letters in a text as a bit mask; other characters share bits, which only weakens the pre-filter. */
export function lettersOf(text: string): number {
  let letters = 0
  for (let i = 0; i < text.length; i += 1) letters |= 1 << (text.charCodeAt(i) & 31)
  return letters
}

/** Whether either text has more letters that the other lacks than this many edits explain. */
export function differ(a: number, b: number, edits: number): boolean {
  return hasMore(a & ~b, edits) || hasMore(b & ~a, edits)
}

function hasMore(letters: number, than: number): boolean {
  let rest = letters
  for (let left = than; rest !== 0; left -= 1) {
    if (left === 0) return true
    rest &= rest - 1
  }
  return false
}
