// The form of a compact record: what each byte before a value means.
import { CHECKSUM_BYTES } from '../../../lmdb/checksum.js'

/**
 * The first byte of a record. Records of earlier releases are JSON, which starts with `{`.
 * - compact: type (reference), id, stream, data, meta (values), revision (varint), recordedAt (6 bytes), checksum
 * - json: the JSON of earlier releases, checksum; for events that the compact form cannot express
 */
export const COMPACT = 0x01
export const JSON_TEXT = 0x02

/** Bytes of a time: milliseconds since the epoch, big-endian. */
export const TIME_BYTES = 6

/** Room for what only the transaction knows: the revision, the time and the checksum. */
export const PLACE_BYTES = 8 + TIME_BYTES + CHECKSUM_BYTES

/** Integers from 0 below this are their own tag. */
export const SMALL_INTEGERS = 0x40
/** Plus the length of ASCII text, up to `SHORT_TEXT_LENGTH`. */
export const SHORT_TEXT = 0x40
export const SHORT_TEXT_LENGTH = 0x1f
export const ABSENT = 0x60
export const NULL = 0x61
export const FALSE = 0x62
export const TRUE = 0x63
/** A varint. */
export const POSITIVE = 0x64
/** The varint of -1 - n. */
export const NEGATIVE = 0x65
/** Eight bytes, IEEE 754, little-endian. */
export const DOUBLE = 0x66
/** Length in bytes (varint), UTF-8. */
export const TEXT = 0x67
/** Length in bytes (varint), JSON in UTF-8: text with lone surrogates, which UTF-8 cannot express. */
export const ESCAPED_TEXT = 0x68
/** 16 bytes: a UUID in lower case. */
export const UUID = 0x69
/** Length in bytes (varint), bytes: lower-case hexadecimal text. */
export const HEX = 0x6a
/** Length in bytes (varint), bytes, then a value: text that starts with base64url, and its rest of at most 3 characters. */
export const BASE64URL = 0x6b
/** Length (varint), values. */
export const ARRAY = 0x6c
/** Number of members (varint), then name and value of each: an object whose names are not in the dictionary. */
export const OBJECT = 0x6d
/** Six bytes: a time in ISO 8601, UTC, with milliseconds. */
export const TIME = 0x6e
/** Plus the index of a UUID that occurred before in this record, counted from 0. */
export const SAME_UUID = 0x70
export const SAME_UUIDS = 0x10
/**
 * A reference to the dictionary: this bit, seven bits and a byte are the id of an entry. A text stands for itself; after
 * a shape follow the values of its members; after an affix the value between its two parts.
 */
export const REFERENCE = 0x80
