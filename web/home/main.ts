import './home.css'
import { element } from '../shared/element.js'
import { outcomeOf, reasonsOf } from './reasons.js'
import { type Verdict, verify } from './verify.js'

/** Explanations of reasons by code, inserted by the build. */
declare const REASONS: { readonly [code: string]: { readonly slug: string; readonly sentence: string } }
/** What is wrong with the syntax of an address, by the outcome of the step; inserted by the build. */
declare const PROBLEMS: { readonly [problem: string]: string }

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
    element('ul', {}, ...reasonsOf(verdict).map((code) => reasonElement(code, outcomeOf(verdict, 'syntax')))),
    ...(typo ? [element('p', {}, 'Did you mean ', suggestion(typo), '?')] : []),
    ...(metadata.provider ? [element('p', { class: 'soft' }, `Provider: ${metadata.provider}.`)] : []),
    element('p', { class: 'soft' }, `Steps: ${steps.map(({ name, outcome }) => `${name}: ${outcome}`).join('; ')}.`),
  )
}

/** @param problem what is wrong with the syntax, which is more than the reason says */
function reasonElement(code: string, problem: string | undefined): HTMLElement {
  const { slug, sentence } = REASONS[code]!
  const why = element('a', { href: `/docs/reasons/${slug}` }, 'Why?')
  return element('li', {}, `${(code === 'syntax' && problem && PROBLEMS[problem]) || sentence} `, why)
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
