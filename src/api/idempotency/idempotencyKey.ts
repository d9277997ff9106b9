import type { IncomingMessage } from 'node:http'
import { invalid } from '../contract/problems.js'

/** 1 to 255 printable ASCII characters. */
const KEY = /^[\x20-\x7e]{1,255}$/
const NAME = 'Idempotency-Key'

/** The Idempotency-Key of a request; undefined if it has none. @throws Failure VALIDATION_ERROR */
export function readIdempotencyKey({ headersDistinct }: IncomingMessage): string | undefined {
  const given = headersDistinct['idempotency-key']
  if (given === undefined) return undefined
  const [key = ''] = given
  if (given.length > 1) throw refusal('must not be repeated')
  if (!KEY.test(key)) throw refusal('must be 1 to 255 printable ASCII characters')
  return key
}

const refusal = (what: string) =>
  invalid([{ path: `/${NAME}`, message: `the header \`${NAME}\` ${what}`, keyword: 'pattern' }])
