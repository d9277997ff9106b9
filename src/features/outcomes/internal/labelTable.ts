// What outcomes say about verifications, in a few bytes for each.
import type { Label } from '../encoding.js'

/** Labels of verifications by subject (see {@link OutcomesRecorded}) and time, milliseconds since the epoch. */
export interface LabelTable {
  set(subject: number | string, at: number, label: Label | undefined): void
  get(subject: number | string, at: number): Label | undefined
}

const FIRST_SLOTS = 1_024
const FREE = 0
const CODES: readonly (Label | undefined)[] = [undefined, undefined, 'good', 'bad']
const codeOf = (label: Label | undefined): number => (label === undefined ? 1 : label === 'good' ? 2 : 3)

/** Hashes of addresses are in a table with open addressing, at most half full: 17 bytes a slot. Rows of synchronous batches are few. */
export function createLabelTable(): LabelTable {
  const ofRows = new Map<string, Label | undefined>()
  let table = createSlots(FIRST_SLOTS)
  let used = 0

  function grow(): void {
    const { subjects, times, codes } = table
    table = createSlots(2 * codes.length)
    for (let slot = 0; slot < codes.length; slot++) {
      if (codes[slot] === FREE) continue
      const place = placeOf(table, subjects[slot]!, times[slot]!)
      put(table, place, subjects[slot]!, times[slot]!, codes[slot]!)
    }
  }

  return {
    set(subject, at, label) {
      if (typeof subject === 'string') {
        ofRows.set(`${subject} ${at}`, label)
        return
      }
      if (2 * used >= table.codes.length) grow()
      const place = placeOf(table, subject, at)
      if (table.codes[place] === FREE) used++
      put(table, place, subject, at, codeOf(label))
    },
    get(subject, at) {
      if (typeof subject === 'string') return ofRows.size === 0 ? undefined : ofRows.get(`${subject} ${at}`)
      return used === 0 ? undefined : CODES[table.codes[placeOf(table, subject, at)]!]
    },
  }
}

interface Slots {
  readonly subjects: Float64Array
  readonly times: Float64Array
  readonly codes: Uint8Array
}

const createSlots = (count: number): Slots => ({
  subjects: new Float64Array(count),
  times: new Float64Array(count),
  codes: new Uint8Array(count),
})

/** The slot of a verification, or the free one where it belongs. */
function placeOf({ subjects, times, codes }: Slots, subject: number, at: number): number {
  const mask = codes.length - 1
  let place = (Math.imul((subject >>> 0) ^ (at >>> 0), 0x9e3779b1) >>> 7) & mask
  while (codes[place] !== FREE && (subjects[place] !== subject || times[place] !== at)) place = (place + 1) & mask
  return place
}

function put({ subjects, times, codes }: Slots, place: number, subject: number, at: number, code: number): void {
  subjects[place] = subject
  times[place] = at
  codes[place] = code
}
