import { parseMailbox } from '../../../verification/index.js'
import type { CellCounts } from '../../events.js'
import { isPlain, type Repair, readCell } from './readCell.js'

type Counts = { -readonly [Name in keyof CellCounts]: number }

const COUNT_OF = { name: 'names', mailto: 'mailto', invisible: 'invisible', quotes: 'quotes' } as const satisfies {
  readonly [repair in Repair]: keyof Counts
}

/** Reads the cells of a column of addresses, and counts what they hold. */
export function createCellCounter() {
  const counts: Counts = {
    names: 0,
    mailto: 0,
    invisible: 0,
    quotes: 0,
    several: 0,
    further: 0,
    uneven: 0,
    empty: 0,
    otherText: 0,
  }

  function readOther(cell: string): string | null {
    const { email, repairs, further } = readCell(cell)
    for (const repair of repairs) counts[COUNT_OF[repair]]++
    counts.further += further
    if (further > 0) counts.several++
    if (email === null) counts.empty++
    else if (!MEANT_AS_ADDRESS.test(email) && !parseMailbox(email).ok) counts.otherText++
    return email
  }

  return {
    /** @returns the address; null for an empty cell */
    read: (cell: string): string | null => (isPlain(cell) ? cell : readOther(cell)),
    skipUneven(): void {
      counts.uneven++
    },
    counts: (): CellCounts => counts,
  }
}

/** Text that is meant as an address, though it may be none: a local part and a domain with nothing beside them. */
const MEANT_AS_ADDRESS = /^(?:[^\s@"(),:;<>[\]\\]|"[^"]*")+@+(?:[\p{L}\p{M}\p{N}.,_-]+|\[[^\s[\]]*\])$/u

/** Whether the address that was verified differs from the cell somewhere in the file. */
export const hasRepairs = ({ names, mailto, invisible, quotes, several }: CellCounts): boolean =>
  names + mailto + invisible + quotes + several > 0
