import { LONGEST_PACKET } from './answer.js'

/** A message with its length before it (RFC 1035 section 4.2.2). */
export function frame(message: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(2 + message.length)
  framed.writeUInt16BE(message.length)
  message.copy(framed, 2)
  return framed
}

/**
 * Puts the first message of a stream together from its pieces, each copied once: octets that drip in one by one cost no
 * more than their number. @returns the message once it is whole, or `too_long` as soon as its length says so
 */
export function createFrameReader(): (bytes: Buffer) => Buffer | 'too_long' | undefined {
  const prefix = Buffer.alloc(2)
  let prefixed = 0
  let message: Buffer | undefined
  let received = 0

  return (bytes) => {
    let at = 0
    while (prefixed < 2 && at < bytes.length) prefix[prefixed++] = bytes[at++]!
    if (prefixed < 2) return undefined
    const length = prefix.readUInt16BE()
    if (length > LONGEST_PACKET) return 'too_long'
    message ??= Buffer.allocUnsafe(length)
    received += bytes.copy(message, received, at)
    return received === length ? message : undefined
  }
}
