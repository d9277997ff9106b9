// Who asks about which mailbox, or did when it was killed: recorded before the mailbox is named, so that nobody names it again.
import type { Clock } from '../../../kernel/clock.js'
import { createBatcher } from '../../../kernel/concurrency/batcher.js'
import { mailboxChecks } from '../../../kernel/limits.js'
import type { Change, Collection } from '../../../kernel/ports/documentStore.js'
import { next } from '../../../kernel/position.js'
import { DAY_MS, HOUR_MS } from '../../../kernel/time.js'
import { firstPosition, LAST_POSITION } from './gateRecords.js'

/** One document for each mailbox. */
export type Claim = {
  /** Id of the process. */
  readonly by: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Why a mailbox may not be named. */
export interface Claimed {
  /** Whether another process asks, so that there will be an answer; if not, nobody knows whether it was named. */
  readonly isAsking: boolean
  /** Milliseconds since the epoch from which to try again. */
  readonly until: number
}

export interface Claims {
  /**
   * Claims a mailbox for this process. Undefined if it may be named.
   * @param answeredAt of the last answer, if there is one: claims before it are settled
   * @throws StoreUnavailable
   */
  take(mailbox: string, answeredAt: number | undefined): Promise<Claimed | undefined>
  /** Gives a claim up whose mailbox was not named. */
  giveBack(mailbox: string): Promise<void>
  close(): void
}

export interface ClaimsOptions {
  readonly collection: Collection<Claim>
  readonly idOf: (mailbox: string) => string
  readonly holder: string
  /** Whether no other process is alive. */
  readonly isAlone: boolean
  readonly clock: Clock
}

const { askingMs, lookMs } = mailboxChecks.claims

/** A claim without an answer lasts for a day, like an answer: whether the server was asked is not known. */
export function createClaims({ collection, idOf, holder, isAlone, clock }: ClaimsOptions): Claims {
  const read = createBatcher((ids: readonly string[]) => collection.getMany(ids))
  const write = createBatcher(async (changes: readonly Change<Claim>[]) => {
    const conflicts = new Set(await collection.write(changes))
    return changes.map(({ id }) => !conflicts.has(id))
  })
  const sweeping = setInterval(() => void sweep().catch(() => undefined), HOUR_MS).unref()

  function claimedBy({ by, at }: Claim, answeredAt: number, now: number): Claimed | undefined {
    if (at <= answeredAt || now >= at + DAY_MS) return undefined
    // One of this process has just been answered, or is about to end: it asks about a mailbox once at a time.
    const isAsking = (by === holder || !isAlone) && now < at + askingMs
    return { isAsking, until: isAsking ? now + lookMs : at + DAY_MS }
  }

  async function sweep(): Promise<void> {
    const before = clock.now() - DAY_MS
    let old: Change<Claim>[] = []
    for await (const { id, position, document } of collection.all()) {
      if (document.at > before) continue
      old.push({ id, expected: position, position: next(position), document: null })
      if (old.length < SWEPT_AT_ONCE) continue
      await collection.write(old)
      old = []
    }
    if (old.length > 0) await collection.write(old)
    await collection.sweep(LAST_POSITION)
  }

  return {
    async take(mailbox, answeredAt = 0) {
      const id = idOf(mailbox)
      for (;;) {
        const found = await read(id)
        const now = clock.now()
        const claimed = found?.document && claimedBy(found.document, answeredAt, now)
        if (claimed) return claimed
        const position = found ? next(found.position) : firstPosition(now)
        const expected = found && { expected: found.position }
        if (await write({ id, ...expected, position, document: { by: holder, at: now } })) return undefined
      }
    },

    async giveBack(mailbox) {
      const found = await read(idOf(mailbox))
      if (found?.document?.by !== holder) return
      await write({ id: found.id, expected: found.position, position: next(found.position), document: null })
    },

    close: () => clearInterval(sweeping),
  }
}

const SWEPT_AT_ONCE = 500
