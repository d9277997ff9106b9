// The process in which new lists are compiled and checked; see prepareApart.ts.
import { prepareCandidate } from './candidate.js'
import type { Answer, Task } from './prepareApart.js'
import { ListsRefused } from './refused.js'

process.once('message', (task: Task) => {
  process.send?.(answer(task), () => process.disconnect())
})

function answer({ material, installed, today }: Task): Answer {
  try {
    return { candidate: prepareCandidate(material, installed && Buffer.from(installed), today) }
  } catch (error) {
    if (error instanceof ListsRefused) return { refused: error.message }
    throw error
  }
}
