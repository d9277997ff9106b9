import './reference.css'
import { element } from '../shared/element.js'
import { isDark, onThemeChange } from '../shared/themes.js'
import { type Description, withClientSamples } from './clientSamples.js'

interface Scalar {
  createApiReference(element: HTMLElement, configuration: object): { updateConfiguration(configuration: object): void }
}

declare global {
  var Scalar: Scalar
  /** Zod probes whether `eval` is allowed unless this says that it is not; the probe would violate the page's policy. */
  var __zod_globalConfig: { jitless: boolean }
}

globalThis.__zod_globalConfig = { jitless: true }

const OTHER_LANGUAGES = [
  'c',
  'clojure',
  'csharp',
  'dart',
  'fsharp',
  'go',
  'http',
  'java',
  'julia',
  'kotlin',
  'objc',
  'ocaml',
  'php',
  'powershell',
  'r',
  'ruby',
  'rust',
  'swift',
]

const place = document.getElementById('content')!
// Vue would take existing content for its own, rendered by a server.
place.replaceChildren()

const [description] = await Promise.all([describe(), load(place.dataset.script!)]).catch(sayLost)
const reference = globalThis.Scalar.createApiReference(place, configuration())
new MutationObserver(amend).observe(place, { childList: true, subtree: true })
onThemeChange(() => {
  reference.updateConfiguration(configuration())
  // Scalar does this, too, but draws a frame before it.
  document.body.classList.toggle('dark-mode', isDark())
  document.body.classList.toggle('light-mode', !isDark())
})

async function describe(): Promise<Description> {
  return withClientSamples(await (await fetch('/openapi.json')).json(), location.origin)
}

function load(src: string): Promise<unknown> {
  const script = document.createElement('script')
  script.src = src
  document.head.append(script)
  return new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', reject)
  })
}

function sayLost(error: unknown): never {
  const text = 'The reference could not be loaded. Load this page again; the description itself is at '
  const link = element('a', { href: '/openapi.json' }, '/openapi.json')
  place.append(element('p', { role: 'alert' }, text, link, '.'))
  throw error
}

/** What Scalar draws: its placeholder looks like a key that is filled in, and its code scrolls only for those with a pointer. */
function amend(): void {
  for (const field of place.querySelectorAll<HTMLInputElement>('input[placeholder^="QUxM"]'))
    field.placeholder = 'mpk_… or mpt_…'
  for (const code of place.querySelectorAll<HTMLElement>('pre > code.custom-scroll:not([tabindex])')) code.tabIndex = 0
}

function configuration(): object {
  return {
    content: description,
    // The service may be known by another name than the page's origin, which the policy would not let it call.
    servers: [{ url: location.origin }, { url: `${location.origin}/api` }],
    theme: 'none',
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    // The header has a switch for all pages.
    hideDarkModeToggle: true,
    forceDarkModeState: isDark() ? 'dark' : 'light',
    showDeveloperTools: 'never',
    persistAuth: false,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    hiddenClients: {
      shell: ['wget', 'httpie'],
      js: ['axios', 'jquery', 'ofetch', 'xhr'],
      node: ['axios', 'fetch', 'ofetch', 'undici'],
      python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3'],
      ...Object.fromEntries(OTHER_LANGUAGES.map((language) => [language, true])),
    },
  }
}
