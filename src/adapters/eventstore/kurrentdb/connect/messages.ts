// What messages of the server's protocol have in common that are encoded and decoded here, as in `shared.proto`.
import type protobuf from 'protobufjs/light.js'

export const field = (id: number, type: string): protobuf.IField => ({ id, type })

export const SHARED = {
  Uuid: { fields: { halves: field(1, 'Halves'), text: field(2, 'string') } },
  Halves: { fields: { most: field(1, 'int64'), least: field(2, 'int64') } },
  Stream: { fields: { name: field(3, 'bytes') } },
}

export function toBigint({ high, low }: protobuf.Long): bigint {
  const number = (high >>> 0) * 2 ** 32 + (low >>> 0)
  return Number.isSafeInteger(number) ? BigInt(number) : (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}
