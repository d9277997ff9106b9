// The search box: opened by Ctrl+K or its button; arrows, Enter and Escape do the rest.
import './search.css'
import { createSearch, type Hit, type Search, type SearchEntry } from '../../../src/docsSearch/engine.js'
import { element } from '../../shared/element.js'

const KINDS = { page: '', error: 'Error', reason: 'Reason', operation: 'API' } as const
/** What a reader sees before typing. */
const SUGGESTIONS = ['API key', 'sign-up form', 'sandbox', 'rate limit', 'webhook signature', 'backup'] as const

let loading: Promise<Search> | undefined

/** Loads the index, once. */
export function prepareSearch(url: string): Promise<Search> {
  loading ??= fetch(url)
    .then((response) => (response.ok ? (response.json() as Promise<SearchEntry[]>) : Promise.reject(response)))
    .then(createSearch)
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

const input = element('input', {
  type: 'search',
  role: 'combobox',
  'aria-label': 'Search the documentation',
  'aria-expanded': 'true',
  'aria-controls': 'search-hits',
  'aria-autocomplete': 'list',
  placeholder: 'Search the documentation',
  autocomplete: 'off',
  autocapitalize: 'off',
  spellcheck: 'false',
  enterkeyhint: 'go',
}) as HTMLInputElement
const close = element('button', { type: 'button', class: 'close' }, 'Close')
const list = element('div', { role: 'listbox', id: 'search-hits', 'aria-label': 'Results' })
const note = element('p', { class: 'note', 'aria-live': 'polite' })
const dialog = element(
  'dialog',
  { class: 'search-dialog', 'aria-label': 'Search' },
  element('div', { class: 'box' }, input, close),
  list,
  note,
  element('p', { class: 'keys', 'aria-hidden': 'true' }, '↑ ↓ choose · Enter opens · Esc closes'),
) as HTMLDialogElement

let selected = -1
let latest = 0

/** @param url of the index */
export function openSearch(url: string): void {
  if (!dialog.isConnected) {
    document.body.append(dialog)
    listen(url)
  }
  if (!dialog.open) dialog.showModal()
  input.select()
  void answer(url)
}

function listen(url: string): void {
  input.addEventListener('input', () => void answer(url))
  input.addEventListener('keydown', onKey)
  close.addEventListener('click', () => dialog.close())
  // The backdrop is a part of the dialog, its content is not.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
}

function onKey(event: KeyboardEvent): void {
  const options = [...list.querySelectorAll<HTMLElement>('[role=option]')]
  const steps: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 }
  const step = steps[event.key]
  if (step !== undefined && options.length > 0) {
    event.preventDefault()
    select(options, (selected + step + options.length) % options.length)
  }
  if (event.key === 'Enter') options[Math.max(0, selected)]?.click()
}

function select(options: readonly HTMLElement[], index: number): void {
  selected = index
  for (const [each, option] of options.entries()) option.setAttribute('aria-selected', String(each === index))
  const option = options[index]
  if (option) {
    input.setAttribute('aria-activedescendant', option.id)
    option.scrollIntoView({ block: 'nearest' })
  } else input.removeAttribute('aria-activedescendant')
}

async function answer(url: string): Promise<void> {
  const question = ++latest
  const query = input.value.trim()
  if (query === '') return suggest(url)
  let search: Search
  try {
    search = await prepareSearch(url)
  } catch {
    if (question === latest) show([], 'The search could not be loaded. Type again to retry.')
    return
  }
  if (question !== latest) return
  const hits = search(query)
  show(hits, hits.length === 0 ? `Nothing was found for “${query}”. Try fewer or other words.` : '', query)
}

function suggest(url: string): void {
  const buttons = SUGGESTIONS.map((text) => {
    const button = element('button', { type: 'button' }, text)
    button.addEventListener('click', () => {
      input.value = text
      input.focus()
      void answer(url)
    })
    return button
  })
  show([], '')
  note.replaceChildren(element('span', {}, 'Try '), ...buttons)
}

function show(hits: readonly Hit[], text: string, query = ''): void {
  const options = hits.map(optionOf(query))
  list.replaceChildren(...options)
  note.replaceChildren(text)
  input.setAttribute('aria-expanded', String(hits.length > 0))
  select(options, hits.length > 0 ? 0 : -1)
}

const optionOf = (query: string) => (hit: Hit, index: number) => {
  const kind = KINDS[hit.kind]
  const title = element('strong', {}, ...marked(hit.heading === '' ? hit.page : hit.heading, query))
  const place = [kind, hit.heading === '' ? '' : hit.page].filter((part) => part !== '').join(' · ')
  const option = element(
    'a',
    { href: hit.url, role: 'option', id: `search-hit-${index}`, tabindex: '-1', 'aria-selected': 'false' },
    title,
    ...(place === '' ? [] : [element('small', {}, place)]),
    element('span', {}, ...marked(hit.excerpt, query)),
  )
  option.addEventListener('click', () => dialog.close())
  option.addEventListener('pointermove', () => {
    if (selected !== index) select([...list.querySelectorAll<HTMLElement>('[role=option]')], index)
  })
  return option
}

/** A text with the words of the query marked. */
function marked(text: string, query: string): (Node | string)[] {
  const words = query.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
  if (words.length === 0) return [text]
  const parts = text.split(new RegExp(`(\\b(?:${words.join('|')}))`, 'iu'))
  return parts.map((part, index) => (index % 2 === 1 ? element('mark', {}, part) : part))
}
