// Reads and skips DNS names in wire format.

/** Maximum length of a name in octets, including its length octets (RFC 1035 section 2.3.4). */
const MAX_WIRE_LENGTH = 255
/** A name has at most 127 labels, and no encoder needs more than one compression pointer per label. */
const MAX_POINTERS = 127

/** Created once: errors with a stack trace for each packet of an attack would cost more than parsing them. */
const MALFORMED_NAME = new RangeError('a DNS packet contains a malformed name')

/** Presentation form needs at most four characters per octet. */
const scratch = Buffer.allocUnsafe(4 * MAX_WIRE_LENGTH)

/** Returns the offset after a name in wire format. @throws RangeError if the packet ends within the name */
export function skipName(bytes: Buffer, start: number): number {
  for (let at = start; ; ) {
    const length = bytes[at]
    if (length === 0) return at + 1
    if (length === undefined) throw MALFORMED_NAME
    if (length >= 0xc0) return at + 2
    if (length > 63) throw MALFORMED_NAME
    at += length + 1
  }
}

/**
 * Reads a name in wire format (RFC 1035 sections 3.1 and 4.1.4). Returns it in lower case without the final dot; the
 * root is ''. Octets that do not occur in host names are escaped as `\DDD` (section 5.1), so a dot within a label is
 * not a separator. The time is bounded: a name has at most 255 octets, and at most 127 pointers, all of which lead
 * backwards.
 * @throws RangeError for a name that breaks these rules
 */
export function readName(bytes: Buffer, start: number): string {
  let at = start
  let segment = start
  let octets = 1
  let pointers = 0
  let length = 0
  for (;;) {
    const head = bytes[at]
    if (head === undefined) throw MALFORMED_NAME
    if (head === 0) return scratch.toString('latin1', 0, length)
    if (head >= 0xc0) {
      const target = bytes.readUInt16BE(at) - 0xc000
      if (target >= segment || ++pointers > MAX_POINTERS) throw MALFORMED_NAME
      at = segment = target
      continue
    }
    const end = at + 1 + head
    octets += head + 1
    if (head > 63 || octets > MAX_WIRE_LENGTH || end >= bytes.length) throw MALFORMED_NAME
    if (length > 0) scratch[length++] = 0x2e
    while (++at < end) length = writeOctet(bytes[at]!, length)
  }
}

function writeOctet(octet: number, at: number): number {
  if (octet >= 0x41 && octet <= 0x5a) scratch[at] = octet | 0x20
  else if (octet > 0x20 && octet < 0x7f && octet !== 0x2e && octet !== 0x5c) scratch[at] = octet
  else return at + scratch.write(`\\${String(octet).padStart(3, '0')}`, at, 'latin1')
  return at + 1
}
