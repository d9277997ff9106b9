import { createTimeSlicer } from '../../kernel/concurrency/yielding.js'

/** Milliseconds of work after which others get their turn: no answer waits long for a question about the past. */
const SLICE_MS = 8

/** The pace at which the past is folded and looked through. */
export const createAsOfSlicer = () => createTimeSlicer(SLICE_MS)
