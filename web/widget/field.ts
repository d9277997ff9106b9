// One input: asks about its text, shows the answer, and offers the suggestion.
import type { Ask } from './ask.js'
import { createMessage } from './message.js'
import type { Answer, Options } from './options.js'
import type { Pointer } from './pointer.js'

const PAUSE_MS = 400
/** While somebody types: a name, and a domain with a dot. */
const LOOKS_COMPLETE = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/
/** Of a field that was left: enough to know that it is meant as an address. */
const LOOKS_LEFT = /.@./
const TYPO = 'Did you mean {suggestion}?'
const DENY = 'Please use another address.'
const PLACE = '{suggestion}'
const ENGLISH = 'en'
/** How often an answer is put back that the page takes away when it renders; a page that insists wins. */
const MAX_RESTORED = 3

/** The browser's own: frameworks shadow it on the elements that they control. */
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!

export interface Field {
  prepare(): void
  /** Forgets what is about another text than the present one. */
  settle(): void
  /** Asks once the visitor pauses. */
  typed(): void
  /** Asks once the click that led away is over. */
  left(): void
  /** After the page has changed around it. */
  restore(): void
  remove(): void
}

export function createField(input: HTMLInputElement, options: Options, ask: Ask, pointer: Pointer): Field {
  const message = createMessage(input)
  /** The text that was asked about last, until it changes. */
  let asked: string | undefined
  let abort: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The complaint that keeps the form from being sent, if we made one. */
  let complaint = ''
  let restored = 0

  const textNow = (): string => input.value.trim()

  async function check(complete: RegExp): Promise<void> {
    clearTimeout(timer)
    const email = textNow()
    if (email === asked || !complete.test(email)) return
    settle()
    asked = email
    const own = new AbortController()
    abort = own
    const answer = await ask(email, own)
    await pointer.released()
    if (abort !== own) return
    if (!answer) asked = undefined
    else if (textNow() === email && input.isConnected) show(email, answer)
  }

  function settle(): void {
    if (asked === undefined || asked === textNow()) return
    asked = undefined
    abort?.abort()
    abort = undefined
    message.clear()
    unblock()
  }

  /** The page hears of the answer first, and may show it itself. */
  function show(email: string, answer: Answer): void {
    const detail = { email, ...answer }
    const heard = input.dispatchEvent(
      new CustomEvent('mailproof', { bubbles: true, composed: true, cancelable: true, detail }),
    )
    if (!heard) return
    const { decision, did_you_mean: suggestion } = answer
    const { text, language } = suggestion === undefined ? refusal(answer) : question()
    if (suggestion === undefined && decision !== 'deny') return
    restored = 0
    const [before, ...after] = text.split(PLACE)
    const parts = suggestion === undefined ? [text] : [before!, buttonFor(suggestion), after.join(suggestion)]
    message.say(parts, { decision, language })
    if (decision === 'deny') block(suggestion === undefined ? text : text.replaceAll(PLACE, () => suggestion))
  }

  const question = () => ({ text: options.typo || TYPO, language: options.typo ? '' : ENGLISH })

  function refusal({ reasons, message: sentence }: Answer): { text: string; language: string } {
    const name = (reasons[0] ?? '').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    const own = options[name] || options.deny
    return own ? { text: own, language: '' } : { text: sentence ?? DENY, language: ENGLISH }
  }

  function buttonFor(suggestion: string): HTMLElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = suggestion
    button.addEventListener('click', () => take(suggestion))
    return button
  }

  /** As if it had been typed: frameworks that control the input learn of it, although they shadow its `value`. */
  function take(suggestion: string): void {
    input.focus()
    setValue.call(input, suggestion)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText' }))
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }

  function block(text: string): void {
    if (options.block !== 'deny' || input.validity.customError) return
    complaint = text
    input.setCustomValidity(text)
  }

  /** The page's own complaints stay. */
  function unblock(): void {
    if (complaint !== '' && input.validationMessage === complaint) input.setCustomValidity('')
    complaint = ''
  }

  return {
    prepare: message.prepare,
    settle,
    typed() {
      settle()
      clearTimeout(timer)
      if (options.when !== 'blur') timer = setTimeout(() => void check(LOOKS_COMPLETE), PAUSE_MS)
    },
    left: () => void pointer.released().then(() => check(LOOKS_LEFT)),
    restore() {
      if (restored < MAX_RESTORED && message.restore()) restored++
    },
    remove() {
      clearTimeout(timer)
      abort?.abort()
      abort = undefined
      unblock()
      message.remove()
    },
  }
}
