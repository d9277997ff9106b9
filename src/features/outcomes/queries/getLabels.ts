import type { Eventing } from '../../../eventing/eventing.js'
import { revisionSince } from '../../../eventing/revisionSince.js'
import { yieldToEventLoop } from '../../../kernel/concurrency/yielding.js'
import type { Recorded } from '../../../kernel/envelope.js'
import type { Position } from '../../../kernel/position.js'
import { streamName } from '../../../kernel/stream.js'
import { CLOCK_SKEW_MS } from '../decide.js'
import { labelOf } from '../encoding.js'
import type { OutcomesRecorded } from '../events.js'
import { createLabelTable, type LabelTable } from '../internal/labelTable.js'

/** Events read at once. */
const PAGE_EVENTS = 100

/**
 * What an account's outcomes, as of a position of the log, say about its verifications in a period.
 * @param period milliseconds since the epoch; `to` is exclusive
 */
export type GetLabels = (
  account: string,
  period: { readonly from: number; readonly to: number; readonly position: Position },
  signal?: AbortSignal,
) => Promise<Pick<LabelTable, 'get'>>

export const createGetLabels =
  ({ eventing }: { readonly eventing: Pick<Eventing, 'readStream'> }): GetLabels =>
  async (account, { from, to, position }, signal) => {
    const stream = streamName('outcomes', account)
    const labels = createLabelTable()
    let next = await revisionSince(eventing, stream, from - CLOCK_SKEW_MS)
    while (next !== undefined) {
      let read = 0
      for await (const event of eventing.readStream(stream, {
        from: next,
        limit: PAGE_EVENTS,
        ...(signal && { signal }),
      })) {
        if (event.position > position) return labels
        note((event as Recorded<OutcomesRecorded>).data)
        next = event.revision + 1n
        read++
      }
      if (read < PAGE_EVENTS) break
      await yieldToEventLoop(account)
    }
    return labels

    function note({ verified, subjects, after }: OutcomesRecorded['data']): void {
      for (let row = 0; row < verified.length; row++) {
        const at = verified[row]
        if (at != null && at >= from && at < to) labels.set(subjects[row]!, at, labelOf(after[row]!))
      }
    }
  }
