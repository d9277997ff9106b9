/**
 * Timeout: the outcome of `work`, unless it takes longer than `milliseconds`.
 * @throws the error that `onTimeout` creates
 */
export async function withTimeout<T>(
  milliseconds: number,
  work: Promise<T>,
  onTimeout: () => Error = () => new Error(`no answer within ${milliseconds} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(onTimeout()), milliseconds)
  })
  try {
    return await Promise.race([work, timedOut])
  } finally {
    clearTimeout(timer)
  }
}
