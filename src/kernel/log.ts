/** Structured log for operators. Never log an address, a key or a body. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A log that discards everything. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }
