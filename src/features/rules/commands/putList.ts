// The command that replaces one of an account's own lists.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import type { Clock } from '../../../kernel/clock.js'
import { createSlicer } from '../../../kernel/concurrency/yielding.js'
import { type Failure, invalidAt, RateLimited } from '../../../kernel/failure.js'
import { derivedId } from '../../../kernel/ids.js'
import { perAccount, windowKey } from '../../../kernel/limits.js'
import { ConcurrencyConflict } from '../../../kernel/ports/eventStore.js'
import type { Limiter } from '../../../kernel/ports/limiter.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { streamName } from '../../../kernel/stream.js'
import { DAY_MS } from '../../../kernel/time.js'
import type { Caller } from '../../accounts/index.js'
import { hasherOf } from '../../verification/index.js'
import * as decide from '../decide.js'
import type { ListChunkPut, ListName } from '../events.js'
import type { ChangeRules } from '../internal/changeRules.js'
import { refuseSandbox } from '../internal/sandbox.js'
import { chunksOf } from '../lists/chunks.js'
import { MAX_ENTRIES, parseEntries } from '../lists/entries.js'
import type { GetList, ListView } from '../queries/getList.js'

interface PutListDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  /** Counts the entries that an account writes per day. */
  readonly limiter: Limiter
  readonly clock: Clock
  readonly changeRules: ChangeRules
  readonly getList: GetList
}

/**
 * Replaces a list of the caller's account, all entries at once. When it returns, the next request of every process is decided
 * by it.
 * @param entries addresses, domains, or `*.` and a domain
 */
export type PutList = (caller: Caller, list: ListName, entries: readonly string[], actor: Actor) => Promise<ListView>

/** Entries in the response. */
const FIRST_PAGE = 100
/** Hashes per turn of the event loop. */
const SLICE = { ms: 2, maxPieces: 1_000, clockInterval: 64 }

export const createPutList =
  ({ eventing, vault, limiter, clock, changeRules, getList }: PutListDependencies): PutList =>
  async (caller, list, given, actor) => {
    refuseSandbox(caller)
    const { account } = caller
    if (given.length > MAX_ENTRIES) throw tooMany(given.length)
    const { domains, addresses } = await parseEntries(given, account)
    await takeEntries(account, given.length)
    const id = derivedId(`list of ${actor.commandId}`)
    const chunks = chunksOf(domains, await hashesOf(account, addresses))
    for (const [chunk, part] of chunks.entries()) await appendChunk({ account, id, chunk, ...part }, actor)
    const entries = { id, chunks: chunks.length, domains: domains.length, addresses: addresses.size }
    await changeRules(account, actor, (state) => decide.putList(state, account, list, entries))
    return getList(caller, list, { limit: FIRST_PAGE })

    /** @throws RateLimited */
    async function takeEntries(owner: string, amount: number): Promise<void> {
      const limit = perAccount.lists.entriesPerDay
      const { allowed, remaining, resetsAt } = await limiter.hit(
        windowKey('list_entries', owner),
        limit,
        DAY_MS,
        amount,
      )
      if (allowed) return
      const message = `An account may write ${limit} entries of lists a day, of which ${remaining} are left.`
      throw new RateLimited(message, { limit, scope: 'day', resetsAt, now: clock.now() })
    }

    async function appendChunk(data: ListChunkPut['data'], { commandId, ...rest }: Actor): Promise<void> {
      const event: ListChunkPut = { type: 'ListChunkPut', data }
      const expected = data.chunk === 0 ? 'no_stream' : BigInt(data.chunk - 1)
      try {
        await eventing.append(
          streamName('list', id),
          [event],
          { ...rest, commandId: derivedId(`${commandId} chunk ${data.chunk}`) },
          expected,
        )
      } catch (error) {
        // A repeated command has written it before.
        if (!(error instanceof ConcurrencyConflict)) throw error
      }
    }

    async function hashesOf(owner: string, texts: ReadonlySet<string>): Promise<number[]> {
      if (texts.size === 0) return []
      const hash = await hasherOf(vault, owner)
      const yieldIfDue = createSlicer({ ...SLICE, account: owner })
      const hashes: number[] = []
      for (const text of texts) {
        const pause = yieldIfDue()
        if (pause) await pause
        hashes.push(hash(text))
      }
      return hashes
    }
  }

function tooMany(sent: number): Failure {
  return invalidAt('/entries', `\`entries\` must have at most ${MAX_ENTRIES} entries; you sent ${sent}`)
}
