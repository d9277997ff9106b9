import './reference.css'
import { isDark, onThemeChange } from '../shared/themes.js'

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

const script = document.createElement('script')
script.src = place.dataset.script!
script.addEventListener('load', () => {
  const reference = globalThis.Scalar.createApiReference(place, configuration())
  onThemeChange(() => {
    reference.updateConfiguration(configuration())
    // Scalar does this, too, but draws a frame before it.
    document.body.classList.toggle('dark-mode', isDark())
    document.body.classList.toggle('light-mode', !isDark())
  })
})
document.head.append(script)

function configuration(): object {
  return {
    url: '/openapi.json',
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
