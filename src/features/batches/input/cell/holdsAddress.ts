import { extractAddress } from './readCell.js'

/** An address and nothing else, without any possible delimiter except in a quoted local part. */
const BARE_ADDRESS = /^(?:[^\s@,;|"<>]+|"(?:[^"\\]|\\.)+")@[^\s@,;|"<>]+$/
/** Characters of a sampled cell that are looked at. */
const MAX_LOOKED_AT = 1_000

/** Whether a cell holds an address, however it is written. */
export const holdsAddress = (cell: string): boolean => BARE_ADDRESS.test(extractAddress(cell.slice(0, MAX_LOOKED_AT)))
