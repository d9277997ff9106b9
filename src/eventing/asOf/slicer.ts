import { createSlicer } from '../../kernel/concurrency/yielding.js'

/** Milliseconds of work per slice, so that no other request waits long for an as-of query. */
const SLICE_MS = 8

/** Divides the folding and scanning of past states. */
export const createAsOfSlicer = () => createSlicer({ ms: SLICE_MS })
