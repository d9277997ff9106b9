// An event as KurrentDB sends it.
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js'
import type { ReadReq } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import type { Kept } from './log.js'

/** Wire type of strings, bytes and messages; that of 64-bit integers is 0. */
const LENGTH_DELIMITED = 2

/**
 * A ReadResp message that contains an event (`streams.proto`), encoded. The generated code needs about ten times the CPU,
 * for which a real server has a machine of its own.
 */
export function eventMessage(event: Kept, options: ReadReq.Options): Buffer {
  const id = options.getUuidOption()?.hasString() ? bytesField(2, event.id) : structuredId(event.id)
  const recorded = Buffer.concat([
    bytesField(1, id),
    bytesField(2, bytesField(3, event.stream)),
    integerField(3, event.revision),
    integerField(4, event.position),
    integerField(5, event.position),
    bytesField(6, mapEntry('type', event.type)),
    bytesField(6, mapEntry('content-type', event.contentType ?? 'application/json')),
    bytesField(6, mapEntry('created', String(event.created))),
    bytesField(7, event.metadata),
    bytesField(8, event.data),
  ])
  return bytesField(1, Buffer.concat([bytesField(1, recorded), integerField(3, event.position)]))
}

function structuredId(id: string): Uint8Array {
  const bits = BigInt(`0x${id.replaceAll('-', '')}`)
  const halves = new shared.UUID.Structured()
  halves.setMostSignificantBits(String(BigInt.asIntN(64, bits >> 64n)))
  halves.setLeastSignificantBits(String(BigInt.asIntN(64, bits)))
  return new shared.UUID().setStructured(halves).serializeBinary()
}

const mapEntry = (key: string, value: string): Buffer => Buffer.concat([bytesField(1, key), bytesField(2, value)])

function bytesField(number: number, content: string | Uint8Array): Buffer {
  const length = typeof content === 'string' ? Buffer.byteLength(content) : content.length
  const field = Buffer.allocUnsafe(1 + varintLength(length) + length)
  field[0] = (number << 3) | LENGTH_DELIMITED
  const at = writeVarint(field, 1, length)
  if (typeof content === 'string') field.write(content, at)
  else field.set(content, at)
  return field
}

function integerField(number: number, value: bigint): Buffer {
  const field = Buffer.allocUnsafe(1 + varintLength(Number(value)))
  field[0] = number << 3
  writeVarint(field, 1, Number(value))
  return field
}

/** @param value a safe integer: no log in memory is longer */
function varintLength(value: number): number {
  let length = 1
  for (let left = value; left >= 0x80; left = Math.floor(left / 0x80)) length++
  return length
}

/** @returns the offset after it */
function writeVarint(target: Buffer, offset: number, value: number): number {
  let [at, left] = [offset, value]
  for (; left >= 0x80; left = Math.floor(left / 0x80)) target[at++] = (left % 0x80) | 0x80
  target[at++] = left
  return at
}
