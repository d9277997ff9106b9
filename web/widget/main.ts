// The widget: `<script src="https://…/widget.js" data-key="pk_mp_…" defer></script>` helps with the addresses in a page's forms.
import type { Options } from './options.js'
import { watch } from './watch.js'

interface Widget {
  /** Starts, instead of the widget that runs. @returns stops it. @throws TypeError if url or key is missing or no good */
  start(options: Options): () => void
}

const page = globalThis as { mailproof?: Partial<Widget> }
let stop = (): void => {}

function start(options: Options): () => void {
  if (!/^pk_/.test(options.key)) {
    throw new TypeError('mailproof: the key must be a publishable one, pk_…: everybody can read this page')
  }
  if (!options.url) throw new TypeError('mailproof: the url of the service is missing')
  stop()
  stop = watch(options)
  return stop
}

/** The element that loaded this script. A module is not told, so it looks for it. */
function ownScript(): HTMLScriptElement | undefined {
  const own = document.currentScript as HTMLScriptElement | null
  if (own) return own
  const all = document.querySelectorAll<HTMLScriptElement>('script[data-key][src]')
  return [...all].find(({ src }) => /\/widget\.js(?:[?#]|$)/.test(src))
}

// Pages that replace their content without being loaded again run their scripts again.
if (typeof page.mailproof?.start !== 'function') {
  page.mailproof = { start }
  const script = ownScript()
  const { key } = script?.dataset ?? {}
  if (script && key !== undefined) start({ ...script.dataset, key, url: new URL('.', script.src).href })
}
