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
  async (): Promise<LevelView[]> => {
    const model = eventing.read(contributors)
    const views: LevelView[] = []
    // From the top, each with all above it: whoever rises meanwhile is counted, and once.
    let above = 0
    for (const { name, least } of LEVELS.toReversed()) {
      const range = { from: least }
      const counted = await model.count({ index: 'byContributions', equals: { pool: PUBLIC_POOL }, range })
      views.unshift({ name, minContributions: least, count: Math.max(0, counted - above) })
      above = counted
    }
    return views
  }
