import { MAX_PACKET_LENGTH } from '../message/answer.js'

/** Prefixes a message with its length (RFC 1035 section 4.2.2). */
export function frame(message: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(2 + message.length)
  framed.writeUInt16BE(message.length)
  message.copy(framed, 2)
  return framed
}

/**
 * Creates a function that assembles the first message of a stream from chunks. Each chunk is copied once, so a message
 * that arrives octet by octet costs linear time. It returns the message once it is complete, or `too_long` as soon as
 * its length is known to exceed the limit.
 */
export function createFrameReader(): (bytes: Buffer) => Buffer | 'too_long' | undefined {
  const prefix = Buffer.alloc(2)
  let prefixLength = 0
  let message: Buffer | undefined
  let received = 0

  return (bytes) => {
    let at = 0
    while (prefixLength < 2 && at < bytes.length) prefix[prefixLength++] = bytes[at++]!
    if (prefixLength < 2) return undefined
    const length = prefix.readUInt16BE()
    if (length > MAX_PACKET_LENGTH) return 'too_long'
    message ??= Buffer.allocUnsafe(length)
    received += bytes.copy(message, received, at)
    return received === length ? message : undefined
  }
}
