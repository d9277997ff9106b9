import type { Eventing } from '../../../eventing/eventing.js'
import { PUBLIC_POOL } from '../events.js'
import { LEVELS, type Level } from '../levels.js'
import { contributors } from '../projections/contributors.js'

export interface LevelView {
  readonly name: Level['name']
  readonly minContributions: number
  /** Contributors of the public pool at this level. */
  readonly count: number
}

/** The levels, lowest first. */
export const createGetPoolLevels =
  ({ eventing }: { readonly eventing: Eventing }) =>
  (): Promise<LevelView[]> =>
    Promise.all(
      LEVELS.map(async ({ name, least }, index) => {
        const next = LEVELS[index + 1]?.least
        const range = { from: least, ...(next !== undefined && { to: next }) }
        const equals = { pool: PUBLIC_POOL }
        const count = await eventing.read(contributors).count({ index: 'byContributions', equals, range })
        return { name, minContributions: least, count }
      }),
    )
