import { useRef, useState } from 'preact/hooks'
import { copyOrSelect } from '../../shared/copyOrSelect.js'

interface CopyableProps {
  readonly text: string
  /** Whether it is code of one or more lines, rather than a word. */
  readonly block?: boolean
}

/** A text with a button that copies it, or selects it where the browser does not let a page copy. */
export function Copyable({ text, block = false }: CopyableProps) {
  const [outcome, setOutcome] = useState<'copied' | 'selected'>()
  const shown = useRef<HTMLElement>(null)

  const copy = async () => setOutcome(await copyOrSelect(text, shown.current!))

  const code = <code ref={shown}>{text}</code>
  return (
    <>
      {block && <pre tabIndex={0}>{code}</pre>}
      <p>
        {!block && code}{' '}
        <button type="button" onClick={copy}>
          {outcome === 'copied' ? 'Copied' : 'Copy'}
        </button>
      </p>
      {outcome === 'selected' && (
        <p class="soft">The browser does not let this page copy. The text is selected: copy it with Ctrl+C or ⌘C.</p>
      )}
    </>
  )
}
