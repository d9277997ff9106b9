import './home.css'
import { element } from '../shared/element.js'
import { type Verdict, verify } from './verify.js'

/** Explanations of reasons by code, inserted by the build. */
declare const REASONS: { readonly [code: string]: { readonly slug: string; readonly sentence: string } }

const form = document.querySelector<HTMLFormElement>('#try')!
const email = form.querySelector<HTMLInputElement>('#email')!
const key = form.querySelector<HTMLInputElement>('#key')!
const button = form.querySelector<HTMLButtonElement>('button.primary')!
const output = document.querySelector<HTMLElement>('#verdict')!

/** Only the answer to the latest question is shown. */
let latest = 0

async function check(): Promise<void> {
  const question = ++latest
  button.textContent = 'Checking…'
  try {
    const verdict = await verify(email.value.trim(), key.value.trim())
    if (question === latest) output.replaceChildren(verdictElement(verdict))
  } catch (error) {
    if (question === latest) output.replaceChildren(element('p', { class: 'failed' }, (error as Error).message))
  } finally {
    if (question === latest) button.textContent = 'Check'
  }
}

function verdictElement(verdict: Verdict): HTMLElement {
  const { email: address, status, metadata, debug } = verdict
  const typo = metadata.did_you_mean
  const steps = debug?.steps ?? []
  return element(
    'div',
    { class: 'verdict' },
    element('h3', {}, element('span', { class: `status ${status}` }, status), address),
    element('ul', {}, ...reasonsOf(verdict).map(reasonElement)),
    ...(typo ? [element('p', {}, 'Did you mean ', suggestion(typo), '?')] : []),
    ...(metadata.provider ? [element('p', { class: 'soft' }, `Provider: ${metadata.provider}.`)] : []),
    element('p', { class: 'soft' }, `Steps: ${steps.map(({ name, outcome }) => `${name} ${outcome}`).join(', ')}.`),
  )
}

/** Codes of the reasons that apply, the most important first. */
function reasonsOf({ status, reason, checks }: Verdict): string[] {
  if (status === 'invalid') return [reason!]
  if (status === 'unknown') return ['dns_timeout']
  return [checks.disposable ? 'disposable' : checks.mx ? 'deliverable' : 'implicit_mx']
}

function reasonElement(code: string): HTMLElement {
  const { slug, sentence } = REASONS[code]!
  return element('li', {}, `${sentence} `, element('a', { href: `/docs/reasons/${slug}` }, 'Why?'))
}

function suggestion(address: string): HTMLElement {
  const taken = element('button', { type: 'button', class: 'example' }, address)
  taken.addEventListener('click', () => ask(address))
  return taken
}

function ask(address: string): void {
  email.value = address
  void check()
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void check()
})
for (const example of form.querySelectorAll('.example')) {
  example.addEventListener('click', () => ask(example.textContent!))
}
document.querySelector('#no-script')!.remove()
button.disabled = false
