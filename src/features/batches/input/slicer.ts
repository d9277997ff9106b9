import { createTimeSlicer } from '../../../kernel/concurrency/yielding.js'

/**
 * Milliseconds of work after which parsing yields to the event loop. Kept short, because a response waits for several
 * turns of the loop: one for each thread-pool task that it needs.
 */
const SLICE_MS = 1

/** A time slicer for reading and writing inputs. */
export const createInputSlicer = () => createTimeSlicer(SLICE_MS)
