// Blocks of code: a button that copies each, and tabs that remember the language.
import './code.css'
import { copyOrSelect } from './copyOrSelect.js'
import { element } from './element.js'
import { recall, remember } from './storage.js'

const SAID_MS = { copied: 1_500, selected: 5_000 }
let groups = 0

/** Makes the blocks of the page work. */
export function enhanceCode(): void {
  for (const block of document.querySelectorAll<HTMLElement>('figure.code')) addCopyButton(block)
  for (const group of document.querySelectorAll<HTMLElement>('.tabs')) makeTabs(group)
}

function addCopyButton(block: HTMLElement): void {
  const button = element('button', { type: 'button', class: 'copy' }, 'Copy') as HTMLButtonElement
  const said = element('span', { class: 'unseen', 'aria-live': 'polite' })
  button.addEventListener('click', async () => {
    const code = block.querySelector('code')!
    const outcome = await copyOrSelect(code.textContent!.replace(/\n$/, ''), code)
    button.textContent = outcome === 'copied' ? 'Copied' : 'Ctrl+C or ⌘C'
    said.textContent = outcome === 'copied' ? 'Copied' : 'The text is selected: copy it with Ctrl+C or ⌘C.'
    setTimeout(() => {
      button.textContent = 'Copy'
      said.textContent = ''
    }, SAID_MS[outcome])
  })
  block.append(button, said)
}

/** The pattern "tabs" of the ARIA Authoring Practices: arrows move between languages, the panel follows. */
function makeTabs(group: HTMLElement): void {
  const id = `code-${groups++}`
  const panels = [...group.querySelectorAll<HTMLElement>(':scope > figure')]
  const tabs = panels.map((panel, index) => {
    const name = panel.dataset.tab!
    panel.id = `${id}-${index}`
    panel.setAttribute('role', 'tabpanel')
    const tab = element(
      'button',
      { type: 'button', role: 'tab', id: `${id}-tab-${index}`, 'aria-controls': panel.id },
      name,
    )
    panel.setAttribute('aria-labelledby', tab.id)
    tab.addEventListener('click', () => choose(name))
    return tab
  })

  const list = element('div', { role: 'tablist', 'aria-label': 'Language' }, ...tabs)
  list.addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    const present = tabs.indexOf(document.activeElement as HTMLElement)
    if (step === 0 || present < 0) return
    const next = tabs[(present + step + tabs.length) % tabs.length]!
    choose(next.textContent!)
    next.focus()
  })
  group.prepend(list)
  group.classList.add('ready')
  show(group, recall('language'))
}

/** All groups of the page show that language, where they have it. The reader's place on the screen stays. */
function choose(language: string): void {
  remember('language', language)
  const active = document.activeElement
  const before = active?.getBoundingClientRect().top ?? 0
  for (const group of document.querySelectorAll<HTMLElement>('.tabs')) show(group, language, false)
  scrollBy(0, (active?.getBoundingClientRect().top ?? 0) - before)
}

/** @param otherwise whether to show the first language if there is no such */
function show(group: HTMLElement, language: string | undefined, otherwise = true): void {
  const tabs = [...group.querySelectorAll<HTMLElement>('[role=tab]')]
  const found = tabs.findIndex((tab) => tab.textContent === language)
  if (found < 0 && !otherwise) return
  const selected = Math.max(0, found)
  for (const [index, tab] of tabs.entries()) {
    tab.setAttribute('aria-selected', String(index === selected))
    tab.tabIndex = index === selected ? 0 : -1
    document.getElementById(tab.getAttribute('aria-controls')!)!.hidden = index !== selected
  }
}
