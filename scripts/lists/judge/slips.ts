const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** The keys around one on a QWERTY keyboard. */
function around(key: string): string[] {
  const y = ROWS.findIndex((row) => row.includes(key))
  const x = ROWS[y]?.indexOf(key) ?? 0
  const places = [
    [x - 1, y],
    [x + 1, y],
    [x, y - 1],
    [x + 1, y - 1],
    [x - 1, y + 1],
    [x, y + 1],
  ] as const
  return y === -1 ? [] : places.map(([column, row]) => ROWS[row]?.charAt(column) ?? '').filter((each) => each !== '')
}

type Kind = 'omitted' | 'doubled' | 'swapped' | 'neighbour' | 'inserted'

/** How common a kind of slip is, of all slips by one key. */
const SHARES: Readonly<Record<Kind, number>> = {
  omitted: 0.25,
  doubled: 0.15,
  swapped: 0.2,
  neighbour: 0.25,
  inserted: 0.15,
}

/** A slip and its weight; the weights of all slips in a text add up to 1. */
export interface Slip {
  readonly typed: string
  readonly weight: number
}

/** Every slip by one key in a text, the dots included, as a host name can be. */
export function slipsOf(text: string): Slip[] {
  const found: Record<Kind, Set<string>> = {
    omitted: new Set(),
    doubled: new Set(),
    swapped: new Set(),
    neighbour: new Set(),
    inserted: new Set(),
  }
  for (let i = 0; i < text.length; i += 1) {
    const [before, key, after] = [text.slice(0, i), text.charAt(i), text.slice(i + 1)]
    found.omitted.add(before + after)
    found.doubled.add(before + key + key + after)
    found.swapped.add(before + after.charAt(0) + key + after.slice(1))
    for (const other of around(key)) {
      found.neighbour.add(before + other + after)
      found.inserted.add(before + other + key + after).add(before + key + other + after)
    }
  }
  return (Object.entries(found) as [Kind, Set<string>][]).flatMap(([kind, all]) => {
    const typed = [...all].filter((each) => each !== text && NAME.test(each))
    return typed.map((each) => ({ typed: each, weight: SHARES[kind] / typed.length }))
  })
}

const NAME = /^[a-z0-9](?:[a-z0-9-]*\.?[a-z0-9-]+)*$/
