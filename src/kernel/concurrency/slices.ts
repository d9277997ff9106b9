/** Maximum duration of a slice in milliseconds, however few pieces it had: some texts take long to parse. */
const MAX_SLICE_MS = 2
/** Pieces between two reads of the clock. */
const CLOCK_INTERVAL = 8

/** Work slicer, by count and by time: between two slices, the caller yields to the event loop. */
interface Slices {
  /** Whether the current slice ends here; call it before each piece. */
  isOver(): boolean
  /** Starts the next slice. */
  begin(): void
}

/** @param sliceSize maximum number of pieces per slice */
export function createSlices(sliceSize: number): Slices {
  let pieces = 0
  let since = performance.now()
  return {
    isOver() {
      if (pieces === sliceSize) return true
      return pieces++ % CLOCK_INTERVAL === CLOCK_INTERVAL - 1 && performance.now() - since > MAX_SLICE_MS
    },
    begin() {
      pieces = 1
      since = performance.now()
    },
  }
}
