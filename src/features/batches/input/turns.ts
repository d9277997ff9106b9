import { createPace } from '../../../kernel/pace.js'

/** Milliseconds of work after which others get their turn. An answer waits for several turns: for each thread that is done. */
const SLICE_MS = 1

/** The pace at which a file is read. */
export const createTurns = () => createPace(SLICE_MS)
