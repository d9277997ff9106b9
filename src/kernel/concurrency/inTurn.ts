// Tries one candidate after the other without waiting for slow ones ("Happy Eyeballs", RFC 8305).

/** "Connection Attempt Delay", RFC 8305 section 5. */
const ATTEMPT_DELAY_MS = 250

interface InTurnOptions<T> {
  /** @param signal aborts when another candidate was faster, or with the caller's signal; the attempt must then end */
  readonly attempt: (candidate: string, signal: AbortSignal) => Promise<T>
  /** Disposes of the result of an attempt that was not the first to succeed. */
  readonly discard: (result: T) => void
  readonly signal: AbortSignal
  /** Asks for permission before each attempt but the first; default: always. */
  readonly mayTryAnother?: () => boolean | Promise<boolean>
}

/**
 * The result of the first attempt that succeeds. The next candidate is tried as soon as the one before it fails, and beside
 * it when it takes longer than 250 ms.
 * @throws the reason of the signal; the error of the candidate that failed last, undefined without candidates
 */
export async function firstInTurn<T>(
  candidates: readonly string[],
  { attempt, discard, signal, mayTryAnother = () => true }: InTurnOptions<T>,
): Promise<T> {
  signal.throwIfAborted()
  const [only] = candidates
  if (only !== undefined && candidates.length === 1) return await attempt(only, signal)
  const lost = new AbortController()
  const stop = AbortSignal.any([signal, lost.signal])
  let lastError: unknown
  let winner: { readonly result: T } | undefined
  let next = 0

  /** Tries the next candidate; and the one after it as soon as this one fails, or is slow. */
  async function tryNext(): Promise<void> {
    const candidate = candidates[next++]
    if (candidate === undefined || winner || stop.aborted) return
    let wakeOther: (() => void) | undefined
    const slow = new Promise<void>((resolve) => {
      const delay = setTimeout(resolve, ATTEMPT_DELAY_MS)
      wakeOther = () => {
        clearTimeout(delay)
        resolve()
      }
    })
    const other = slow.then(async () => {
      if (!winner && !stop.aborted && next < candidates.length && (await mayTryAnother())) await tryNext()
    })
    try {
      const result = await attempt(candidate, stop)
      if (winner) discard(result)
      else {
        winner = { result }
        lost.abort(new Error('another candidate was faster'))
      }
    } catch (error) {
      lastError = error
    }
    wakeOther!()
    await other
  }

  await tryNext()
  if (winner) return winner.result
  throw signal.aborted ? signal.reason : lastError
}

/** The first of every list, then the second of every list. */
export function alternating<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}
