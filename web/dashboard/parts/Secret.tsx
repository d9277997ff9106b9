import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'

interface SecretProps {
  readonly label: string
  readonly text: string
  readonly children?: ComponentChildren
}

/** A text that is shown once: a key or a secret. */
export function Secret({ label, text, children }: SecretProps) {
  const [outcome, setOutcome] = useState<'copied' | 'selected'>()
  const shown = useRef<HTMLElement>(null)

  async function copy(): Promise<void> {
    try {
      // Undefined over plain HTTP; rejects without permission.
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      getSelection()?.selectAllChildren(shown.current!)
      setOutcome('selected')
    }
  }

  return (
    <div class="secret" role="status">
      <p>
        <strong>{label}</strong> It is shown only once; keep it where you keep passwords.
      </p>
      <p>
        <code ref={shown}>{text}</code>{' '}
        <button type="button" onClick={copy}>
          {outcome === 'copied' ? 'Copied' : 'Copy'}
        </button>
      </p>
      {outcome === 'selected' && (
        <p class="soft">The browser does not let this page copy. The text is selected: copy it with Ctrl+C or ⌘C.</p>
      )}
      {children}
    </div>
  )
}
