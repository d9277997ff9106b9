import type { Stranger } from './callers.js'
import type { Holding } from './holdings.js'
import { choicesOf, type Ids, type Kind, NEVER, neverLike } from './kinds.js'

/** One call and its twin: the first asks for what is A's, the second for what never was. */
export interface Pair {
  readonly label: string
  readonly asked: Ids
  readonly never: Ids
}

/**
 * Every way to ask for what A holds at these places: one, some or all of them are A's; at the others stands what is the
 * caller's own, or never was.
 */
export async function* pairsOf(
  kinds: readonly Kind[],
  holding: Holding,
  { own }: Pick<Stranger, 'own'>,
): AsyncGenerator<Pair> {
  const held = kinds.filter((kind) => holding.ids[kind] !== undefined)
  for (const chosen of choicesOf(held)) {
    const others = kinds.filter((kind) => !chosen.includes(kind))
    const mine = await own(others)
    const rest = Object.fromEntries(
      others.flatMap((kind): [Kind, string][] => {
        const id = mine[kind] ?? (holding.ids[kind] ? neverLike(kind, holding.ids[kind]) : NEVER[kind])
        return id === undefined ? [] : [[kind, id]]
      }),
    )
    const asked = Object.fromEntries(chosen.map((kind) => [kind, holding.ids[kind]!])) as Ids
    const never = Object.fromEntries(chosen.map((kind) => [kind, neverLike(kind, holding.ids[kind]!)])) as Ids
    yield {
      label: `${holding.label}, its ${chosen.join(' and ')}`,
      asked: { ...rest, ...asked },
      never: { ...rest, ...never },
    }
  }
}
