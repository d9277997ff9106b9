/** A WebSocket frame as a client sends it: masked, with a mask of zeros. */
export interface Frame {
  readonly opcode: number
  /** Bytes of payload, if it does not matter what they are. */
  readonly size?: number
  readonly payload?: Buffer
  /** Whether the message continues in another frame (FIN = 0). */
  readonly more?: boolean
}

const MASK = Buffer.alloc(4)

export function frame({ opcode, size = 0, payload = Buffer.alloc(size, ' '), more = false }: Frame): Buffer {
  const first = (more ? 0 : 0x80) | opcode
  return Buffer.concat([Buffer.from([first]), lengthOf(payload.length), MASK, payload])
}

function lengthOf(size: number): Buffer {
  if (size < 126) return Buffer.from([0x80 | size])
  if (size < 65_536) return Buffer.from([0x80 | 126, size >> 8, size & 0xff])
  const length = Buffer.alloc(9)
  length[0] = 0x80 | 127
  length.writeUInt32BE(size, 5)
  return length
}
