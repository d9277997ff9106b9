/**
 * Keyed mutex: work on one key runs one at a time, in order of arrival; work on different keys runs concurrently. Work
 * on several keys waits for all of them, then holds all of them.
 */
export type KeyedMutex = <T>(keys: string | readonly string[], work: () => Promise<T>) => Promise<T>

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return (keys, work) => {
    const all = typeof keys === 'string' ? [keys] : keys
    const [first = Promise.resolve(), ...others] = all.flatMap((key) => last.get(key) ?? [])
    const turn = (others.length === 0 ? first : Promise.allSettled([first, ...others])).then(work, work)
    for (const key of all) last.set(key, turn)
    const release = () => {
      for (const key of all) if (last.get(key) === turn) last.delete(key)
    }
    turn.then(release, release)
    return turn
  }
}
