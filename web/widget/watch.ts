// Finds the inputs of the page, also those that are added later, by the events that they send.
import { createAsk } from './ask.js'
import { createField, type Field } from './field.js'
import type { Options } from './options.js'
import { watchPointer } from './pointer.js'

/**
 * Helps with every email input of a form, and with every input that has `data-mailproof`; with none that says
 * `data-mailproof="off"`.
 * @returns stops that, and removes what was added to the page
 */
export function watch(options: Options): () => void {
  const ask = createAsk(options)
  const fields = new Map<HTMLInputElement, Field>()
  const stopped = new AbortController()
  const pointer = watchPointer(stopped.signal)

  function fieldOf(target: EventTarget | null | undefined): Field | undefined {
    if (!(target instanceof HTMLInputElement) || !isWatched(target)) return undefined
    let field = fields.get(target)
    if (!field) {
      field = createField(target, options, ask, pointer)
      fields.set(target, field)
    }
    return field
  }

  const on = (types: readonly string[], handle: (event: Event) => void): void => {
    for (const type of types) document.addEventListener(type, handle, { capture: true, signal: stopped.signal })
  }
  /** Inside of shadow trees, too. */
  const targetOf = (event: Event): Field | undefined => fieldOf(event.composedPath()[0])
  const settleAll = (): void => {
    for (const field of fields.values()) field.settle()
  }

  on(['focusin'], (event) => targetOf(event)?.prepare())
  on(['input'], (event) => {
    if (!(event as InputEvent).isComposing) targetOf(event)?.typed()
  })
  on(['compositionend'], (event) => targetOf(event)?.typed())
  on(['focusout'], (event) => targetOf(event)?.left())
  // Scripts change values without an event; before a form is sent, one of these tells.
  on(['click', 'keydown', 'invalid'], settleAll)
  // The values are reset after the event.
  on(['reset'], () => setTimeout(settleAll))

  const observer = new MutationObserver(() => {
    for (const [input, field] of fields) {
      if (input.isConnected) field.restore()
      else {
        field.remove()
        fields.delete(input)
      }
    }
  })
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['aria-describedby'] })

  // Somebody may have typed before this script was loaded.
  const first = fieldOf(document.activeElement)
  first?.prepare()
  first?.typed()

  return () => {
    stopped.abort()
    observer.disconnect()
    for (const field of fields.values()) field.remove()
    fields.clear()
  }
}

const isWatched = (input: HTMLInputElement): boolean => {
  const { mailproof } = input.dataset
  return mailproof === undefined ? input.type === 'email' && input.form !== null : mailproof !== 'off'
}
