// RFC 1035 section 2.3.4, as text, with a final dot.
const MAX_NAME_LENGTH = 254

/**
 * Creates a lookup of the mailbox operator by mail exchange; the longest suffix of whole labels wins.
 * @param entries lines of `suffix operator`
 */
export function createExchanges(entries: readonly string[]): (exchange: string) => string | undefined {
  const operators = new Map(entries.map((line) => line.split(' ') as [string, string]))
  return (exchange) => {
    if (exchange.length > MAX_NAME_LENGTH) return undefined
    let name = exchange.toLowerCase()
    if (name.endsWith('.')) name = name.slice(0, -1)
    for (;;) {
      const operator = operators.get(name)
      if (operator !== undefined) return operator
      const dot = name.indexOf('.')
      if (dot === -1) return undefined
      name = name.slice(dot + 1)
    }
  }
}
