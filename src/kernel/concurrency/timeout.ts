/** What comes of work that is not waited for any longer than this. @throws what `tooLate` makes when it is late */
export async function withTimeout<T>(
  milliseconds: number,
  work: Promise<T>,
  tooLate: () => Error = () => new Error(`no answer within ${milliseconds} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate()), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
