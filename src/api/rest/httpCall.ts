import { setMaxListeners } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type Call, CallerGone } from '../../features/verification/index.js'
import type { Actor } from '../../kernel/actor.js'

/** One signal per response, shared by all its calls, to add only one listener. */
const signals = new WeakMap<ServerResponse, AbortSignal>()

/** The call context of commands. Its signal is created on demand, as most calls do not use it. */
export class HttpCall implements Call {
  readonly actor: Actor
  readonly admitted: Promise<void> | undefined
  readonly #response: ServerResponse

  constructor(actor: Actor, response: ServerResponse, admitted?: Promise<void>) {
    this.actor = actor
    this.admitted = admitted
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
  // One for each field of a query that waits.
  setMaxListeners(0, controller.signal)
  const gone = () => {
    if (!response.writableFinished) controller.abort(new CallerGone('the client closed the connection'))
  }
  if (response.destroyed) gone()
  else response.once('close', gone)
  return controller.signal
}
