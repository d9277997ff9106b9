/**
 * The text in a cell that is judged as an address: without the space around it, and without quotes around it, which are
 * left where a space stands before the first one. No address begins and ends with a quote.
 */
export function extractAddress(cell: string): string {
  const text = cell.trim()
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text
}
