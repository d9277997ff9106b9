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

/** Whatever the client or the server said, as callers know it. */
export function unavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  const said = error instanceof Error ? error.message : String(error)
  return new StoreUnavailable(`KurrentDB did not do what it was asked: ${said}`, { cause: error })
}
