// Whole numbers from 0 in seven bits a byte, least significant first; all bytes but the last have their high bit set.

export function writeVarint(value: number, target: Uint8Array, start: number): number {
  let at = start
  let rest = value
  while (rest >= 0x80) {
    target[at++] = (rest % 0x80) | 0x80
    rest = Math.floor(rest / 0x80)
  }
  target[at++] = rest
  return at
}
