// Which columns a download has beside those of every download.
import type { CellCounts } from '../events.js'
import { hasRepairs } from '../input/cell/cellCounter.js'
import type { Additions } from '../input/resultColumns.js'

interface Asked {
  readonly cells: CellCounts | undefined
  /** Version of the account's own rules; undefined without. */
  readonly rules: number | undefined
  /** Undefined unless mail servers are asked. */
  readonly mailbox?: object | undefined
}

/** What a download appends beside the columns of every download. */
export const additionsOf = ({ cells, rules, mailbox }: Asked): Required<Additions> => ({
  withAddress: cells !== undefined && hasRepairs(cells),
  withRules: rules !== undefined,
  withMailbox: mailbox !== undefined,
})
