// Parses IP addresses, and says whether they are reachable from the public internet.
import ipaddr from 'ipaddr.js'
import { CLOUD_RANGES } from './cloudHosts.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const SIX_TO_FOUR = ipaddr.IPv6.parseCIDR('2002::/16')
/** The test network 6bone, whose addresses must not be routed since 2006 (RFC 3701). */
const SIX_BONE = ipaddr.IPv6.parseCIDR('3ffe::/16')
const IPV4_MAPPED = ipaddr.IPv6.parseCIDR('::ffff:0:0/96')
const DOTTED = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/

const numberOf = (octets: readonly number[]): number => octets.reduce((number, octet) => (number << 8) | octet, 0)

/**
 * The non-unicast blocks from ipaddr.js, and what clouds have of the others, as masks: its own `range()` takes half as long
 * as a whole address lookup.
 */
const SPECIAL_4 = [
  ...Object.values(
    (ipaddr.IPv4.prototype as unknown as { SpecialRanges: Record<string, [ipaddr.IPv4, number][]> }).SpecialRanges,
  ).flat(),
  ...CLOUD_RANGES.map((range) => ipaddr.parseCIDR(range)).filter((range) => range[0] instanceof ipaddr.IPv4),
].map(([address, bits]) => {
  const mask = -1 << (32 - bits)
  return { mask, network: numberOf(address.toByteArray()) & mask }
})

/** Bytes 8 to 11 of an ISATAP address; the two lowest bits of the first byte are ignored. */
const ISATAP = [0x00, 0x00, 0x5e, 0xfe]

/**
 * Parses the address that a connection to this text would reach; an IPv4-mapped address (RFC 4291 section 2.5.5.2)
 * becomes the embedded IPv4 address. Undefined if the text is not a complete address or names a zone.
 */
export function parseAddress(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  // ipaddr.js takes the deprecated `::8.8.8.8` for the mapped `::ffff:8.8.8.8`, unless the zero is spelt out.
  const six = text.startsWith('::') ? `0${text}` : text
  if (text.includes('%') || !ipaddr.IPv6.isValid(six)) return undefined
  const address = ipaddr.IPv6.parse(six)
  return address.match(IPV4_MAPPED) ? new ipaddr.IPv4(carried(address, 12)) : address
}

/**
 * The address that a translator or tunnel reaches through this one: the IPv4 address embedded in NAT64 (RFC 6052), 6to4
 * (RFC 3056) or ISATAP (RFC 5214 section 6.1); any other address is reached itself.
 */
export function reachedThrough(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address
  if (address.match(SIX_TO_FOUR)) return new ipaddr.IPv4(carried(address, 2))
  return address.match(NAT64) || isIsatap(address) ? new ipaddr.IPv4(carried(address, 12)) : address
}

/**
 * Whether an address is reachable from the public internet: global unicast, outside the blocks of IANA's special-purpose
 * registries (RFC 6890), outside the former 6bone, and no cloud's own host (`cloudHosts.ts`). An IPv6 address that embeds an
 * IPv4 address is public only if the embedded one is: IPv4-mapped (RFC 4291 section 2.5.5.2), NAT64 (RFC 6052), 6to4 (RFC
 * 3056), ISATAP (RFC 5214 section 6.1). Text that is not an address is not public.
 */
export function isPublicAddress(text: string): boolean {
  const octets = DOTTED.exec(text)?.slice(1).map(Number)
  if (octets?.every((octet) => octet <= 255)) return isPublic4(octets)
  const address = parseAddress(text)
  if (!address) return false
  return address instanceof ipaddr.IPv4 ? isPublic4(address.toByteArray()) : isPublic6(address)
}

function isPublic4(octets: readonly number[]): boolean {
  const address = numberOf(octets)
  return !SPECIAL_4.some(({ network, mask }) => (address & mask) === network)
}

function isPublic6(address: ipaddr.IPv6): boolean {
  if (address.match(NAT64)) return isPublic4(carried(address, 12))
  if (address.match(SIX_TO_FOUR)) return isPublic4(carried(address, 2))
  if (isIsatap(address) && !isPublic4(carried(address, 12))) return false
  return address.match(GLOBAL_UNICAST) && !address.match(SIX_BONE) && address.range() === 'unicast'
}

const carried = (address: ipaddr.IPv6, at: number): number[] => address.toByteArray().slice(at, at + 4)

function isIsatap(address: ipaddr.IPv6): boolean {
  const [first = 0, ...others] = address.toByteArray().slice(8, 12)
  return [first & ~0x03, ...others].every((byte, at) => byte === ISATAP[at])
}
