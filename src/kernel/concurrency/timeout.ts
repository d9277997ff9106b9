/**
 * Timeout: the outcome of `work`, unless it takes longer than `milliseconds`. An outcome that arrived while the process stood still
 * counts, however late the process reads it.
 * @throws the error that `onTimeout` creates
 */
export async function withTimeout<T>(
  milliseconds: number,
  work: Promise<T>,
  onTimeout: () => Error = () => new Error(`no answer within ${milliseconds} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let lastTurn: NodeJS.Immediate | undefined
  const timedOut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // Timers come before what sockets have received.
      lastTurn = setImmediate(() => reject(onTimeout()))
    }, milliseconds)
  })
  try {
    return await Promise.race([work, timedOut])
  } finally {
    clearTimeout(timer)
    clearImmediate(lastTurn)
  }
}
