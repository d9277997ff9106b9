const MIN_RETRY_MS = 500
const MAX_RETRY_MS = 5_000

/** Pause before a retry; doubles with every attempt, which is counted from 0. */
export const retryMs = (attempt: number): number => Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** attempt)

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
