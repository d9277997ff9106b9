/** Milliseconds after which a slice of work is long enough, however few pieces it had: some texts take long to read. */
const LONGEST_MS = 2
/** Pieces between two looks at the clock. */
const LOOK = 8

/** Cuts work into slices, between which others have their turn of the event loop. */
export interface Slices {
  /** To be asked before each piece: whether the slice ends here. */
  isOver(): boolean
  /** The next slice begins now. */
  begin(): void
}

/** @param most pieces of a slice */
export function createSlices(most: number): Slices {
  let pieces = 0
  let since = performance.now()
  return {
    isOver() {
      if (pieces === most) return true
      return pieces++ % LOOK === LOOK - 1 && performance.now() - since > LONGEST_MS
    },
    begin() {
      pieces = 1
      since = performance.now()
    },
  }
}
