import './home.css'
import { enhanceCode } from '../shared/code.js'
import { element } from '../shared/element.js'
import { type Verdict, verify } from './verify.js'

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
  const { email: address, status, decision, provider, did_you_mean: typo, steps } = verdict
  return element(
    'div',
    { class: 'verdict' },
    element(
      'h3',
      {},
      element('span', { class: `status ${status}`, title: 'status of /v1/verify' }, status),
      element('span', { class: `status ${decision}`, title: 'default decision of /v2/verify' }, decision),
      element('span', { class: 'address' }, address),
    ),
    element('ul', {}, ...verdict.reasons.map((reason) => reasonElement(reason, verdict.syntax_problem))),
    ...(typo ? [element('p', {}, 'Did you mean ', suggestion(typo), '?')] : []),
    ...(provider ? [element('p', { class: 'soft' }, `Provider: ${provider}.`)] : []),
    element('h4', {}, 'Steps'),
    element('dl', { class: 'steps' }, ...steps.flatMap(stepElements)),
  )
}

const stepElements = ({ name, outcome }: Verdict['steps'][number]): HTMLElement[] => [
  element('dt', {}, name.replaceAll('_', ' ')),
  element('dd', {}, outcome),
]

function reasonElement({ message, docs_slug: slug }: Verdict['reasons'][number], problem: string | null): HTMLElement {
  return element('li', {}, `${problem ?? message} `, element('a', { href: `/docs/reasons/${slug}` }, 'Why?'))
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
enhanceCode()
document.querySelector('#no-script')!.remove()
button.disabled = false
