import { createTimeSlicer } from '../../../kernel/concurrency/yielding.js'

/** Milliseconds of work after which others get their turn. An answer waits for several turns: for each thread that is done. */
const SLICE_MS = 1

/** The pace at which a file is read. */
export const createInputSlicer = () => createTimeSlicer(SLICE_MS)
