// RFC 1035 section 2.3.4, as text, with a final dot.
const LONGEST_NAME = 254

/**
 * Finds the operator of the mailboxes by the name of a mail exchange; the longest suffix wins, on whole labels.
 * @param entries lines of `suffix operator`
 */
export function createExchanges(entries: readonly string[]): (exchange: string) => string | undefined {
  const operators = new Map(entries.map((line) => line.split(' ') as [string, string]))
  return (exchange) => {
    if (exchange.length > LONGEST_NAME) return undefined
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
