// The buttons of the header: search, and the theme.
import './header.css'
import { nextTheme, onThemeChange, presentTheme, setTheme } from './themes.js'

const NAMES = { auto: 'as the system', light: 'light', dark: 'dark' } as const

const themeButton = document.querySelector<HTMLButtonElement>('.theme-button')!
const searchButton = document.querySelector<HTMLButtonElement>('.search-button')!
const index = searchButton.dataset.index!

const sayTheme = (): void => {
  const text = `Theme: ${NAMES[presentTheme()]}. Switch to ${NAMES[nextTheme()]}.`
  themeButton.setAttribute('aria-label', text)
  themeButton.title = text
}
sayTheme()
onThemeChange(sayTheme)
themeButton.addEventListener('click', () => setTheme(nextTheme()))

const load = () => import('../docs/search/dialog.js')
const open = async (): Promise<void> => (await load()).openSearch(index)

searchButton.addEventListener('click', () => void open())
// Whoever points at it will probably use it.
searchButton.addEventListener('pointerenter', () => void load().then(({ prepareSearch }) => prepareSearch(index)), {
  once: true,
})

// GraphiQL and the API reference have searches of their own on these keys.
if (!document.body.classList.contains('full')) {
  addEventListener('keydown', (event) => {
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
    const isControlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isSlash && !isControlK) return
    event.preventDefault()
    void open()
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
