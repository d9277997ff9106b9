/**
 * Timeout: the outcome of `work`, unless it takes longer than `milliseconds`. An outcome that arrived while the process stood still
 * counts, however late the process reads it.
 * @throws the error that `onTimeout` creates
 */
export function withTimeout<T>(
  milliseconds: number,
  work: Promise<T>,
  onTimeout: () => Error = () => new Error(`no answer within ${milliseconds} ms`),
): Promise<T> {
  return new Promise((resolve, reject) => {
    let lastTurn: NodeJS.Immediate | undefined
    const timer = setTimeout(() => {
      // Timers come before what sockets have received.
      lastTurn = setImmediate(() => reject(onTimeout()))
    }, milliseconds)
    const end = () => {
      clearTimeout(timer)
      clearImmediate(lastTurn)
    }
    work.then(
      (outcome) => {
        end()
        resolve(outcome)
      },
      (error) => {
        end()
        reject(error)
      },
    )
  })
}
