/**
 * Maximum time that a query waits for the read models to include the caller's latest contributions. While large shared
 * batches are being processed the lag may be longer; the query then returns what the read models hold.
 */
export const READ_YOUR_WRITES_TIMEOUT_MS = 1_000
