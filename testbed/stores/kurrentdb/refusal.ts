import { status } from '@grpc/grpc-js'

/** The stand-in does not model the request: it fails instead of guessing. */
export class Refusal extends Error {
  readonly code = status.UNIMPLEMENTED
  constructor(what: string) {
    super(`the stand-in for KurrentDB refuses: ${what}`)
  }
}
