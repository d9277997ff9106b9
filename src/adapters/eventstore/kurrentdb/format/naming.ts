// The names of our streams and events on a KurrentDB, which other programs may use too.
import { eventTypeFilter, type Filter, streamNameFilter } from '@kurrent/kurrentdb-client'

/** Which of the server's streams and events are ours. */
export interface Naming {
  /** Before each of our stream names on the server; empty for a log that was begun without one. */
  readonly prefix: string
  /** Our event types, and the category of streams that has them; by default every event under the prefix is ours. */
  readonly categories?: ReadonlyMap<string, string>
}

/** All streams of a server that has no other users. */
export const EVERYTHING: Naming = { prefix: '' }

/** Events that the server examines per batch; subscriptions get a checkpoint after every two batches. */
const WINDOW = { maxSearchWindow: 500, checkpointInterval: 2 }
/** Excludes events that the server writes for itself. */
const NOT_RESERVED = '^[^$].*'

type CheckpointReached = NonNullable<Parameters<typeof streamNameFilter>[0]['checkpointReached']>

interface FilterOptions {
  /** Only streams that have some of these types; the client filters by type. */
  readonly types?: ReadonlySet<string> | undefined
  readonly checkpointReached?: CheckpointReached
  /** Another stream, by its name on the server. */
  readonly and?: string
}

/** The server sends events of our streams only. */
export function filterOf(
  { prefix, categories }: Naming,
  { types, checkpointReached, and }: FilterOptions = {},
): Filter {
  const options = checkpointReached ? { ...WINDOW, checkpointReached } : WINDOW
  const names = categories && categoriesOf(categories, types)
  if (names?.length) {
    const prefixes = names.map((category) => `${prefix}${category}-`)
    return streamNameFilter({ ...options, prefixes: and === undefined ? prefixes : [...prefixes, and] })
  }
  if (prefix) return streamNameFilter({ ...options, prefixes: [prefix] })
  return eventTypeFilter({ ...options, regex: NOT_RESERVED })
}

/** Whether the filter for these types excludes some of our streams. */
export const isNarrowed = ({ categories }: Naming, types?: ReadonlySet<string>): boolean =>
  categories !== undefined && categoriesOf(categories, types).length < categoriesOf(categories).length

function categoriesOf(categories: ReadonlyMap<string, string>, types?: ReadonlySet<string>): string[] {
  const wanted = types ? [...types].map((type) => categories.get(type)) : [...categories.values()]
  return [...new Set(wanted)].filter((category) => category !== undefined).sort()
}

/** Our name of a stream on the server; undefined if the stream is not ours. */
export function streamOf({ prefix, categories }: Naming, name: string): string | undefined {
  if (!name.startsWith(prefix)) return undefined
  const stream = name.slice(prefix.length)
  if (!categories) return stream
  return isCategory(categories, stream.slice(0, Math.max(0, stream.indexOf('-')))) ? stream : undefined
}

const known = new WeakMap<ReadonlyMap<string, string>, ReadonlySet<string>>()

function isCategory(categories: ReadonlyMap<string, string>, name: string): boolean {
  let names = known.get(categories)
  if (!names) {
    names = new Set(categories.values())
    known.set(categories, names)
  }
  return names.has(name)
}
