import type { Reading } from '../../../eventing/eventing.js'
import { PUBLIC_POOL } from '../events.js'
import { LEVELS, type Level } from '../levels.js'
import { contributors } from '../projections/contributors.js'

export interface LevelView {
  readonly name: Level['name']
  readonly minContributions: number
  /** Contributors of the public pool at this level. */
  readonly count: number
}

/** The levels with their number of contributors, lowest first. */
export type GetPoolLevels = () => Promise<LevelView[]>

export const createGetPoolLevels =
  ({ eventing }: { readonly eventing: Reading }): GetPoolLevels =>
  async () => {
    const model = eventing.read(contributors)
    const views: LevelView[] = []
    // Cumulative counts from the top down: a contributor that rises meanwhile is still counted exactly once.
    let above = 0
    for (const { name, minContributions } of LEVELS.toReversed()) {
      const range = { from: minContributions }
      const counted = await model.count({ index: 'byContributions', equals: { pool: PUBLIC_POOL }, range })
      views.unshift({ name, minContributions, count: Math.max(0, counted - above) })
      above = counted
    }
    return views
  }
