import { Failure } from '../../../kernel/failure.js'

export const behind = (): Failure =>
  new Failure('SERVICE_UNAVAILABLE', 'Outcomes cannot be recorded until the read models have caught up. Try again.')
