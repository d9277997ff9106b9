import { StoreUnavailable } from '../../kernel/ports/eventStore.js'

/** How long one question may take. The driver has no limit of its own on a whole call. */
const DEADLINE_MS = 4_500
/** A store is silent when it has answered nobody for so long, although somebody waited for all of it. */
const OPENS_AFTER_MS = 3_000
/** A silent store is asked all the same, but nobody waits longer than this for it, until it answers. */
const OPEN_TIMEOUT_MS = 400

interface Waiting {
  hurry(): void
}

const waiting = new Set<Waiting>()
let lastResponseAt = Number.NEGATIVE_INFINITY
let isOpen = false

/** The store has answered somebody, be it with an error. */
export function recordResponse(): void {
  lastResponseAt = performance.now()
  isOpen = false
}

/**
 * Begins to wait for an answer. A request that asks several times, one after the other, waits for a silent store once:
 * whoever waits with it, or asks after it, is told soon after.
 */
export function startTimeout(): { readonly tooLate: Promise<never>; end(): void } {
  const began = performance.now()
  let timer: NodeJS.Timeout
  let looking: NodeJS.Immediate | undefined
  let giveUp: (error: Error) => void
  const tooLate = new Promise<never>((_resolve, reject) => {
    giveUp = reject
  })

  const lookIn = (milliseconds: number): NodeJS.Timeout =>
    setTimeout(() => {
      // What has arrived while this process was busy is read first.
      looking = setImmediate(look)
    }, milliseconds)

  function look(): void {
    const waited = performance.now() - began
    if (lastResponseAt < began && waited >= OPENS_AFTER_MS && !isOpen) openCircuit()
    if (isOpen || waited >= DEADLINE_MS) giveUp(new StoreUnavailable('MongoDB did not answer in time'))
    else timer = lookIn((waited < OPENS_AFTER_MS ? OPENS_AFTER_MS : DEADLINE_MS) - waited)
  }

  const self: Waiting = {
    hurry() {
      clearTimeout(timer)
      timer = lookIn(OPEN_TIMEOUT_MS)
    },
  }
  timer = lookIn(isOpen ? OPEN_TIMEOUT_MS : OPENS_AFTER_MS)
  waiting.add(self)

  return {
    tooLate,
    end() {
      clearTimeout(timer)
      if (looking) clearImmediate(looking)
      waiting.delete(self)
    },
  }
}

function openCircuit(): void {
  isOpen = true
  for (const each of waiting) each.hurry()
}
