import type { ServerResponse } from 'node:http'
import { type Call, CallerGone } from '../../features/verification/index.js'
import type { Actor } from '../../kernel/actor.js'

/** One for each response, however many calls there are for it: each would listen for its end. */
const signals = new WeakMap<ServerResponse, AbortSignal>()

/** The call as commands see it. Its signal is made when somebody asks for it: most answers need none. */
export class HttpCall implements Call {
  readonly actor: Actor
  readonly #response: ServerResponse

  constructor(actor: Actor, response: ServerResponse) {
    this.actor = actor
    this.#response = response
  }

  get gone(): boolean {
    return this.#response.destroyed
  }

  get signal(): AbortSignal {
    const known = signals.get(this.#response)
    if (known) return known
    const signal = whenGone(this.#response)
    signals.set(this.#response, signal)
    return signal
  }
}

function whenGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const gone = () => {
    if (!response.writableFinished) controller.abort(new CallerGone('nobody waits for the answer any more'))
  }
  if (response.destroyed) gone()
  else response.once('close', gone)
  return controller.signal
}
