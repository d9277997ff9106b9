// Notices when an iterator has nothing to give for a while.

/** Of an awaited value: returns it, or throws its error. */
type Outcome<T> = () => IteratorResult<T, unknown>

/**
 * The values of an iterator, and undefined whenever none has arrived for so many milliseconds. The waits for one value share one
 * handler of its promise, which may be pending for months. Does not keep the process alive.
 */
export async function* orIdle<T>(values: AsyncIterator<T>, milliseconds: number): AsyncGenerator<T | undefined, void> {
  for (;;) {
    let wake = () => {}
    const awaited: { outcome?: Outcome<T> } = {}
    const settle = (outcome: Outcome<T>) => {
      awaited.outcome = outcome
      wake()
    }
    values.next().then(
      (result) => settle(() => result),
      (error: unknown) =>
        settle(() => {
          throw error
        }),
    )
    while (!awaited.outcome) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds).unref()
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      if (!awaited.outcome) yield undefined
    }
    const result = awaited.outcome()
    if (result.done) return
    yield result.value
  }
}
