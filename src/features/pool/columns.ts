import { iso } from '../../kernel/clock.js'
import type { SharedColumns, SharedResult, SharedRoute } from './events.js'

/** Characters of an address: 128 bits, base64url. */
const ADDRESS = 22
/**
 * Bytes that columns take at most, unless told otherwise. A thousand rows take 30 KB where domains repeat, and 60 KB
 * where each has its own; what cannot fit are a thousand of the longest names there may be.
 */
const ROOM = 128 * 1024
/** Names of members, brackets, the pool and an instant. */
const FRAME = 300

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

/** Characters of a value in JSON, with what separates it from the next. */
const sizeOf = (value: string | number): number => JSON.stringify(value).length + 1

/**
 * Results to contribute, as an event holds them; undefined when there are none.
 * @param room bytes of JSON that they may take: a result that does not fit is not contributed
 */
export function encodeShared(
  pool: string,
  results: Iterable<SharedResult>,
  room: number = ROOM,
): SharedColumns | undefined {
  let addresses = ''
  let routes = ''
  let flags = ''
  let left = room - FRAME
  const place: number[] = []
  const domains: string[] = []
  const provider: number[] = []
  const checked: number[] = []
  const ttls: number[] = []
  const places = new Map<string, number>()
  const providers = new Map<string, number>()
  let since: number | undefined

  for (const result of results) {
    const key = keyOf(result)
    const known = places.get(key)
    const at = known ?? places.size
    const row = ADDRESS + sizeOf(at)
    if (known === undefined) {
      const { domain, checkedAt, ttl } = result
      const after = Date.parse(checkedAt) - (since ?? Date.parse(checkedAt))
      const operator = providerPlace(result.provider)
      const cost = row + sizeOf(domain) + 2 + operator.cost + sizeOf(operator.place) + sizeOf(after) + sizeOf(ttl)
      if (cost > left) continue
      left -= cost
      since ??= Date.parse(checkedAt)
      places.set(key, at)
      if (operator.place === providers.size) providers.set(result.provider!, operator.place)
      domains.push(domain)
      routes += ROUTE[result.route]
      flags += flagsOf(result)
      provider.push(operator.place)
      checked.push(after)
      ttls.push(ttl)
    } else {
      if (row > left) continue
      left -= row
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

  function providerPlace(name: string | null): { readonly place: number; readonly cost: number } {
    if (name === null) return { place: -1, cost: 0 }
    const known = providers.get(name)
    return known === undefined ? { place: providers.size, cost: sizeOf(name) } : { place: known, cost: 0 }
  }
}

/** Equal for results that differ in their address alone. */
const keyOf = ({ domain, route, provider, checkedAt, ttl, ...flags }: SharedResult): string =>
  JSON.stringify([domain, route, provider, checkedAt, ttl, flagsOf(flags)])

const flagsOf = ({ valid, disposable, role }: Pick<SharedResult, keyof typeof FLAG>): number =>
  (valid ? FLAG.valid : 0) | (disposable ? FLAG.disposable : 0) | (role ? FLAG.role : 0)

/** The results again, row by row. */
export function* decodeShared({ addresses, place, ...columns }: SharedColumns): Generator<SharedResult> {
  const facts = columns.domains.map((_, at) => factsAt(columns, at))
  for (const [row, at] of place.entries()) {
    yield { address: addresses.slice(row * ADDRESS, (row + 1) * ADDRESS), ...facts[at]! }
  }
}

function factsAt(
  { domains, routes, flags, providers, provider, since, checked, ttls }: Omit<SharedColumns, 'addresses' | 'place'>,
  at: number,
): Omit<SharedResult, 'address'> {
  const set = Number(flags[at])
  return {
    domain: domains[at]!,
    route: ROUTES.get(routes[at]!)!,
    provider: providers[provider[at]!] ?? null,
    valid: (set & FLAG.valid) !== 0,
    disposable: (set & FLAG.disposable) !== 0,
    role: (set & FLAG.role) !== 0,
    checkedAt: iso(Date.parse(since) + checked[at]!),
    ttl: ttls[at]!,
  }
}
