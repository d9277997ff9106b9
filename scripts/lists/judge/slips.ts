const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** The keys to the left and right on a QWERTY keyboard. */
function besides(key: string): string[] {
  const row = ROWS.find((each) => each.includes(key)) ?? ''
  const at = row.indexOf(key)
  return at === -1 ? [] : [row.charAt(at - 1), row.charAt(at + 1)].filter((each) => each !== '')
}

/**
 * Every slip in a text by one key: omitted, doubled, swapped with the next, or replaced by the key beside it. The first
 * letter stays, except for a swap.
 */
export function slipsOf(text: string): string[] {
  const slips = new Set<string>()
  for (let i = 0; i < text.length; i += 1) {
    const [before, key, after] = [text.slice(0, i), text.charAt(i), text.slice(i + 1)]
    slips.add(before + key + key + after)
    slips.add(before + after.charAt(0) + key + after.slice(1))
    if (i === 0) continue
    slips.add(before + after)
    for (const other of besides(key)) slips.add(before + other + after)
  }
  slips.delete(text)
  return [...slips].filter((slip) => slip !== '')
}
