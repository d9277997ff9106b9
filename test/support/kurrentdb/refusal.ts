import { status } from '@grpc/grpc-js'

/** The stand-in does not model what it was asked: it says so, and guesses nothing. */
export class Refusal extends Error {
  readonly code = status.UNIMPLEMENTED
  constructor(what: string) {
    super(`the stand-in for KurrentDB refuses: ${what}`)
  }
}
