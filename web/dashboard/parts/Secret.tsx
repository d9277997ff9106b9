import type { ComponentChildren } from 'preact'
import { Copyable } from './Copyable.js'

interface SecretProps {
  readonly label: string
  readonly text: string
  readonly children?: ComponentChildren
}

/** A text that is shown once: a key or a secret. */
export const Secret = ({ label, text, children }: SecretProps) => (
  <div class="secret" role="status">
    <p>
      <strong>{label}</strong> It is shown only once; keep it where you keep passwords.
    </p>
    <Copyable text={text} />
    {children}
  </div>
)
