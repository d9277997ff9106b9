import { createSlicer } from '../../../kernel/concurrency/yielding.js'

/**
 * Milliseconds of work after which parsing yields to the event loop. Kept short, because a response waits for several
 * turns of the loop: one for each thread-pool task that it needs.
 */
const SLICE_MS = 1

/** Divides the reading and writing of inputs. @param account whose turns they are */
export const createInputSlicer = (account?: string) => createSlicer({ ms: SLICE_MS, account })
