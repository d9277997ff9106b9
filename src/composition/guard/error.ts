import type { Problem } from './judge.js'

/** The stores are not those of this installation, or not whole. The message is one line, with the remedy. */
export class InstallationError extends Error {
  override readonly name = 'InstallationError'
  readonly kind: Problem['kind']
  constructor({ kind, message }: Problem) {
    super(message)
    this.kind = kind
  }
}
