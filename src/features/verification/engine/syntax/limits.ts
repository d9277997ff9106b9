/** Octets of a local part, quotes included (RFC 5321 section 4.5.3.1.1; UTF-8 octets by RFC 6531). */
export const MAX_LOCAL_OCTETS = 64

/** Octets of a domain as text, A-labels, without the final dot (RFC 5321 section 4.5.3.1.2 says 255 on the wire). */
export const MAX_DOMAIN_OCTETS = 253

/** Octets of one label (RFC 1035 section 2.3.4). */
export const MAX_LABEL_OCTETS = 63

/** Octets of a whole address: a path is at most 256 with its angle brackets (RFC 5321 section 4.5.3.1.3). */
export const MAX_ADDRESS_OCTETS = 254

/**
 * UTF-16 units above which a text is rejected without parsing. An address of 254 octets can be longer as text, because
 * its letters may be decomposed and Punycode is shorter than what it encodes, but never this long.
 */
export const MAX_TEXT_UNITS = 2048

/** Labels of a domain: 127 of one octet and the dots between them make 253. */
export const MAX_LABELS = 127

/**
 * UTF-16 units of a label in Unicode beyond which its A-label cannot fit in 63 octets: `xn--` and a digit for each
 * letter leave 59 letters of at most two units. Punycode is quadratic, so this is checked first.
 */
export const MAX_UNICODE_LABEL_UNITS = 118
