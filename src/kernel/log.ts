/** Where operators read what happened. Never an address, a key or a body. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export const silentLog: Log = { info() {}, warn() {}, error() {} }
