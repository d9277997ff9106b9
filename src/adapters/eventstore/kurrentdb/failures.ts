import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'

/** The gRPC status codes that are distinguished. */
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

/** Codes of transient failures: a dropped connection, a server that starts or stops, a new leader. */
const TRANSIENT: ReadonlySet<number | undefined> = new Set([
  CODE.cancelled,
  CODE.unknown,
  CODE.notFound,
  CODE.internal,
  CODE.unavailable,
  CODE.dataLoss,
])

export const isTransient = (error: unknown): boolean => TRANSIENT.has(codeOf(error))

export const timeoutError = (): StoreUnavailable => new StoreUnavailable('KurrentDB did not respond in time')

export const closed = (): StoreUnavailable => new StoreUnavailable('the store is closed')

/** Codes of permanent failures: retries are useless. */
const PERMANENT: ReadonlySet<number | undefined> = new Set([
  CODE.permissionDenied,
  CODE.unimplemented,
  CODE.unauthenticated,
])

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

/** For a denied append: the response has a message, but no status code, because it does not end the call. */
export const accessDenied = (message: string): StoreUnavailable =>
  unavailable(Object.assign(new Error(message), { code: CODE.permissionDenied }))

/** Turns an error of the client or the server into StoreUnavailable. */
export function unavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  const message = error instanceof Error ? error.message : String(error)
  return new StoreUnavailable(`the KurrentDB operation failed: ${message}`, { cause: error })
}
