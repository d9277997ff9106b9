// The place below a field where something is said to the visitor.

/** Each selector has no specificity, so that every rule of the page wins. */
const STYLES = `
:where(.mailproof-message) { display: block }
:where(.mailproof-message:not(:empty)) {
  margin-block-start: var(--mailproof-gap, .25em);
  color: var(--mailproof-color, inherit);
  font: var(--mailproof-font, inherit);
}
:where(.mailproof-message button) {
  min-block-size: 24px; padding: 0; border: 0; background: none;
  color: var(--mailproof-button-color, inherit); font: inherit;
  text-decoration: underline; cursor: pointer;
}`

/** Made by a script that is allowed to run, so that no policy forbids it. */
let sheet: CSSStyleSheet | undefined
let count = 0

/** A sentence, or a question with the button that answers it. */
type Part = string | HTMLElement

export interface Message {
  /** Puts the empty message into the page: screen readers read what changes in it, not what appears with it. */
  prepare(): void
  /** @param language of the parts; empty for the page's */
  say(parts: readonly Part[], about: { readonly decision: string; readonly language: string }): void
  clear(): void
  /** Puts back what the page has taken away of it. @returns whether anything was */
  restore(): boolean
  remove(): void
}

/** The message of an input: after it or its label, or in the element that its `data-mailproof-message` names by id. */
export function createMessage(input: HTMLInputElement): Message {
  const element = document.createElement('span')
  element.className = 'mailproof-message'
  element.id = `mailproof-message-${++count}`
  element.setAttribute('role', 'status')
  element.setAttribute('aria-live', 'polite')

  function place(): void {
    const root = input.getRootNode() as Document | ShadowRoot
    adoptStyles(root)
    const named = input.dataset.mailproofMessage
    const holder = named === undefined ? null : root.getElementById(named)
    if (holder) {
      if (element.parentNode !== holder) holder.append(element)
      return
    }
    const anchor = input.closest('label') ?? input
    if (element.parentNode !== anchor.parentNode) anchor.after(element)
  }

  const describing = (): string[] => (input.getAttribute('aria-describedby') ?? '').split(/\s+/).filter(Boolean)

  /** Changes `aria-describedby` and leaves the page's own ids in it. */
  function describe(isDescribed: boolean): void {
    const own = describing().filter((id) => id !== element.id)
    if (isDescribed) own.push(element.id)
    if (own.length > 0) input.setAttribute('aria-describedby', own.join(' '))
    else input.removeAttribute('aria-describedby')
  }

  return {
    prepare: place,
    say(parts, { decision, language }) {
      place()
      element.lang = language
      if (language === '') element.removeAttribute('lang')
      element.dataset.decision = decision
      element.replaceChildren(...parts)
      describe(true)
    },
    clear() {
      if (!element.hasChildNodes()) return
      element.replaceChildren()
      delete element.dataset.decision
      describe(false)
    },
    restore() {
      if (!element.hasChildNodes() || (element.isConnected && describing().includes(element.id))) return false
      place()
      describe(true)
      return true
    },
    remove() {
      element.remove()
      if (element.hasChildNodes()) describe(false)
    },
  }
}

function adoptStyles(root: Document | ShadowRoot): void {
  if (!root.adoptedStyleSheets || !('replaceSync' in CSSStyleSheet.prototype)) return
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLES)
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
