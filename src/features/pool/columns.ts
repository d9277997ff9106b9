// Results to contribute, as compact columns of an event.
import { iso } from '../../kernel/clock.js'
import type { SharedColumns, SharedResult, SharedRoute } from './events.js'

/** Characters of an address: 128 bits in base64url. */
const ADDRESS_LENGTH = 22
/**
 * Default maximum size of the columns in bytes. A thousand rows take 30 KB if domains repeat and 60 KB if each row has
 * its own domain; only a thousand domains of the maximum length would not fit.
 */
const MAX_BYTES = 128 * 1024
/** Bytes for member names, brackets, the pool and a timestamp. */
const FRAME_BYTES = 300

const ROUTE: { readonly [route in SharedRoute]: string } = {
  explicit: 'e',
  implicit: 'i',
  null_mx: 'n',
  no_name: 'u',
  no_records: 'r',
  no_target: 't',
  not_public: 'p',
}
const ROUTES = new Map(Object.entries(ROUTE).map(([route, letter]) => [letter, route as SharedRoute]))

const FLAG = { valid: 1, disposable: 2, role: 4 } as const

/** Length of a value in JSON, including the separator. */
const sizeOf = (value: string | number): number => JSON.stringify(value).length + 1

/**
 * Encodes results to contribute as the columns of an event; undefined without results.
 * @param maxBytes maximum size in bytes of JSON; a result that does not fit is left out
 */
export function encodeShared(
  pool: string,
  results: Iterable<SharedResult>,
  maxBytes: number = MAX_BYTES,
): SharedColumns | undefined {
  let addresses = ''
  let routes = ''
  let flags = ''
  let left = maxBytes - FRAME_BYTES
  const place: number[] = []
  const domains: string[] = []
  const provider: number[] = []
  const checked: number[] = []
  const ttls: number[] = []
  const indexes = new Map<string, number>()
  const providers = new Map<string, number>()
  let since: number | undefined

  for (const result of results) {
    const key = keyOf(result)
    const known = indexes.get(key)
    const at = known ?? indexes.size
    const rowSize = ADDRESS_LENGTH + sizeOf(at)
    if (known === undefined) {
      const { domain, checkedAt, ttl } = result
      const after = Date.parse(checkedAt) - (since ?? Date.parse(checkedAt))
      const operator = providerIndex(result.provider)
      const size = rowSize + sizeOf(domain) + 2 + operator.size + sizeOf(operator.index) + sizeOf(after) + sizeOf(ttl)
      if (size > left) continue
      left -= size
      since ??= Date.parse(checkedAt)
      indexes.set(key, at)
      if (operator.index === providers.size) providers.set(result.provider!, operator.index)
      domains.push(domain)
      routes += ROUTE[result.route]
      flags += flagsOf(result)
      provider.push(operator.index)
      checked.push(after)
      ttls.push(ttl)
    } else {
      if (rowSize > left) continue
      left -= rowSize
    }
    addresses += result.address
    place.push(at)
  }
  if (since === undefined) return undefined
  const names = [...providers.keys()]
  return {
    pool,
    addresses,
    place,
    domains,
    routes,
    flags,
    providers: names,
    provider,
    since: iso(since),
    checked,
    ttls,
  }

  function providerIndex(name: string | null): { readonly index: number; readonly size: number } {
    if (name === null) return { index: -1, size: 0 }
    const known = providers.get(name)
    return known === undefined ? { index: providers.size, size: sizeOf(name) } : { index: known, size: 0 }
  }
}

/** Equal for results that differ only in their address. */
const keyOf = ({ domain, route, provider, checkedAt, ttl, ...flags }: SharedResult): string =>
  JSON.stringify([domain, route, provider, checkedAt, ttl, flagsOf(flags)])

const flagsOf = ({ valid, disposable, role }: Pick<SharedResult, keyof typeof FLAG>): number =>
  (valid ? FLAG.valid : 0) | (disposable ? FLAG.disposable : 0) | (role ? FLAG.role : 0)

/** Decodes the columns into results, row by row. */
export function* decodeShared({ addresses, place, ...columns }: SharedColumns): Generator<SharedResult> {
  const facts = columns.domains.map((_, at) => factsAt(columns, at))
  for (const [row, at] of place.entries()) {
    yield { address: addresses.slice(row * ADDRESS_LENGTH, (row + 1) * ADDRESS_LENGTH), ...facts[at]! }
  }
}

function factsAt(
  { domains, routes, flags, providers, provider, since, checked, ttls }: Omit<SharedColumns, 'addresses' | 'place'>,
  at: number,
): Omit<SharedResult, 'address'> {
  const bits = Number(flags[at])
  return {
    domain: domains[at]!,
    route: ROUTES.get(routes[at]!)!,
    provider: providers[provider[at]!] ?? null,
    valid: (bits & FLAG.valid) !== 0,
    disposable: (bits & FLAG.disposable) !== 0,
    role: (bits & FLAG.role) !== 0,
    checkedAt: iso(Date.parse(since) + checked[at]!),
    ttl: ttls[at]!,
  }
}
