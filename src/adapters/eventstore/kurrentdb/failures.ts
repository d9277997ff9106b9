import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'

/** The codes of gRPC that are told apart. */
export const CODE = {
  cancelled: 1,
  unknown: 2,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  dataLoss: 15,
  unauthenticated: 16,
} as const

export const codeOf = (error: unknown): number | undefined => {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'number' ? code : undefined
}

/** What a dropped connection, a server that starts or stops, or a new leader looks like: it may be over at once. */
const PASSING: ReadonlySet<number | undefined> = new Set([
  CODE.cancelled,
  CODE.unknown,
  CODE.notFound,
  CODE.internal,
  CODE.unavailable,
  CODE.dataLoss,
])

export const isPassing = (error: unknown): boolean => PASSING.has(codeOf(error))

export const late = (): StoreUnavailable => new StoreUnavailable('KurrentDB did not answer in time')

export const closed = (): StoreUnavailable => new StoreUnavailable('the store is closed')

/** What a server says for good, so that asking again helps nobody. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([
  CODE.permissionDenied,
  CODE.unimplemented,
  CODE.unauthenticated,
])

/** The code that is behind what callers are told. */
export const codeBehind = (error: unknown): number | undefined =>
  codeOf(error) ?? codeOf((error as { cause?: unknown } | undefined)?.cause)

/**
 * Waits for all of them, which only pass together.
 * @throws what one of them rejected with: a refusal, when there is one
 */
export async function together(works: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(works)
  const rejected = settled.filter((each) => each.status === 'rejected')
  if (rejected.length === 0) return
  throw (rejected.find(({ reason }) => REFUSALS.has(codeBehind(reason))) ?? rejected[0]!).reason
}

/** An append that is denied is answered like any other: it ends no call, whose code would say so. */
export const denied = (said: string): StoreUnavailable =>
  unavailable(Object.assign(new Error(said), { code: CODE.permissionDenied }))

/** Whatever the client or the server said, as callers know it. */
export function unavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  const said = error instanceof Error ? error.message : String(error)
  return new StoreUnavailable(`KurrentDB did not do what it was asked: ${said}`, { cause: error })
}
