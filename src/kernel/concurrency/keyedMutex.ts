/**
 * Work of one key is done one after the other, in the order in which it was asked for. Work of several keys waits for
 * all of them, and holds them all.
 */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(keys: string | readonly string[], work: () => Promise<T>): Promise<T> => {
    const all = typeof keys === 'string' ? [keys] : keys
    const [first = Promise.resolve(), ...others] = all.flatMap((key) => last.get(key) ?? [])
    const turn = (others.length === 0 ? first : Promise.allSettled([first, ...others])).then(work, work)
    for (const key of all) last.set(key, turn)
    const done = () => {
      for (const key of all) if (last.get(key) === turn) last.delete(key)
    }
    turn.then(done, done)
    return turn
  }
}

export type KeyedMutex = ReturnType<typeof createKeyedMutex>
