// What errors of the KurrentDB client mean: a conflict, a store that is unavailable, or a wrong URL.
import { ErrorType } from '@kurrent/kurrentdb-client'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'

/** The gRPC status codes that are distinguished. */
export const CODE = {
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  aborted: 10,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  dataLoss: 15,
  unauthenticated: 16,
} as const

/** Codes of errors for which the client gives only a type: those of reads, and of appends in a batch. */
const CODE_OF_TYPE: { readonly [type: string]: number } = {
  [ErrorType.TIMEOUT]: CODE.deadlineExceeded,
  [ErrorType.DEADLINE_EXCEEDED]: CODE.deadlineExceeded,
  [ErrorType.UNAVAILABLE]: CODE.unavailable,
  [ErrorType.CANCELLED]: CODE.cancelled,
  [ErrorType.UNKNOWN]: CODE.unknown,
  [ErrorType.NOT_LEADER]: CODE.notFound,
  [ErrorType.NOT_FOUND]: CODE.notFound,
  [ErrorType.ACCESS_DENIED]: CODE.permissionDenied,
  [ErrorType.UNSUPPORTED]: CODE.unimplemented,
}

function codeOf(error: unknown): number | undefined {
  const { code, type } = (error ?? {}) as { code?: unknown; type?: unknown }
  return typeof code === 'number' ? code : CODE_OF_TYPE[String(type)]
}

/**
 * Codes of transient failures: a dropped connection, a server that starts or stops, a new leader, a server that answers
 * that its own time ran out, or that a subscriber is too slow.
 */
const TRANSIENT: ReadonlySet<number | undefined> = new Set([
  CODE.cancelled,
  CODE.unknown,
  CODE.deadlineExceeded,
  CODE.notFound,
  CODE.aborted,
  CODE.internal,
  CODE.unavailable,
  CODE.dataLoss,
])

/** Codes of permanent failures: retries are useless. */
const PERMANENT: ReadonlySet<number | undefined> = new Set([
  CODE.permissionDenied,
  CODE.unimplemented,
  CODE.unauthenticated,
])

export const isTransient = (error: unknown): boolean => TRANSIENT.has(rootCodeOf(error))

/** What the server says when no event begins at the position; of reads, client 1.3.1 passes on no code for it. */
const INVALID_POSITION = /invalid position/

/** Whether the server answered that no event begins at the position to read from. */
export const isRefusedPosition = (error: unknown): boolean =>
  rootCodeOf(error) === CODE.invalidArgument || INVALID_POSITION.test(String((error as Error)?.message))

/** Whether the server answered that it could not finish in time. */
export function isServerTimeout(error: unknown): boolean {
  const code = rootCodeOf(error)
  return code === CODE.aborted || code === CODE.deadlineExceeded
}

export const timeoutError = (): StoreUnavailable => new StoreUnavailable('KurrentDB did not respond in time')

/** The client was replaced while a call was in progress; the call may be repeated with the new one. */
export const replaced = (): StoreUnavailable =>
  unavailable(Object.assign(new Error('the server stopped responding'), { code: CODE.unavailable }))

export const closed = (): StoreUnavailable => new StoreUnavailable('the store is closed')

/** The status code of an error or of its cause. */
export const rootCodeOf = (error: unknown): number | undefined =>
  codeOf(error) ?? codeOf((error as { cause?: unknown } | undefined)?.cause)

/**
 * Waits for all to settle.
 * @throws the reason of one that rejected: a permanent failure if there is one, else the first
 */
export async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(works)
  const rejected = settled.filter((each) => each.status === 'rejected')
  if (rejected.length === 0) return
  throw (rejected.find(({ reason }) => PERMANENT.has(rootCodeOf(reason))) ?? rejected[0]!).reason
}

/** Turns an error of the client or the server into StoreUnavailable. */
export function unavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  // Some of the client's errors have a type only.
  const { message = String(error), type } = (error ?? {}) as { message?: string; type?: string }
  return new StoreUnavailable(`the KurrentDB operation failed: ${message || `the server answered ${type}`}`, {
    cause: error,
  })
}
