// Pairs of calls to compare: one with an account's ids, the other with ids that do not exist.
import type { OtherCaller } from './callers.js'
import type { Holding } from './holdings.js'
import { choicesOf, type Ids, type Kind, NEVER, neverLike } from './kinds.js'

/** One call and its counterpart: the first with A's ids, the second with unknown ones. */
export interface Pair {
  readonly label: string
  readonly existing: Ids
  readonly never: Ids
  /** The second call, but for the digits of unknown ids: what they are changes no response. */
  readonly alike: string
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/**
 * Every combination of A's ids in these places: one, some or all are A's; the others are the caller's own, or unknown.
 */
export async function* pairsOf(
  kinds: readonly Kind[],
  holding: Holding,
  { own }: Pick<OtherCaller, 'own'>,
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
    const existing = Object.fromEntries(chosen.map((kind) => [kind, holding.ids[kind]!])) as Ids
    const never = Object.fromEntries(chosen.map((kind) => [kind, neverLike(kind, holding.ids[kind]!)])) as Ids
    const unknown = Object.entries({ ...rest, ...never }).map(([kind, id]) =>
      mine[kind as Kind] === id ? [kind, id] : [kind, id.replace(UUID, '<uuid>')],
    )
    yield {
      label: `${holding.label}, its ${chosen.join(' and ')}`,
      existing: { ...rest, ...existing },
      never: { ...rest, ...never },
      alike: JSON.stringify(unknown),
    }
  }
}
