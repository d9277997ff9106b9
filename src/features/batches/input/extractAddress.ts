/**
 * The address in a cell: without surrounding white space and without surrounding quotes, which the CSV parser leaves in
 * place if white space precedes the first one. No valid address both begins and ends with a quote.
 */
export function extractAddress(cell: string): string {
  const text = cell.trim()
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text
}
