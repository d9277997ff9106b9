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
const prepare = async () => (await load()).prepareSearch(index)
// What cannot be loaded is told when it is used.
searchButton.addEventListener('pointerenter', () => void prepare().catch(() => {}), { once: true })

// GraphiQL and the API reference have searches of their own on these keys.
if (!document.body.classList.contains('full')) {
  addEventListener('keydown', (event) => {
    // No single character: speech and trembling hands enter these (WCAG 2.1.4).
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void open()
  })
}
