import { createTimeSlicer } from '../../kernel/concurrency/yielding.js'

/** Milliseconds of work per slice, so that no other request waits long for an as-of query. */
const SLICE_MS = 8

/** Time slicer for folding and scanning past states. */
export const createAsOfSlicer = () => createTimeSlicer(SLICE_MS)
