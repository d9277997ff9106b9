import { useLayoutEffect, useRef, useState } from 'preact/hooks'

interface ConfirmProps {
  readonly label: string
  /** What will happen. */
  readonly question: string
  readonly busy?: boolean
  /** Class of the button: whether it takes something away. */
  readonly kind?: 'danger' | 'primary' | 'neutral'
  readonly onConfirm: () => void
}

/** A button that asks before it acts. The keyboard focus moves to the answers, and back to the button. */
export function Confirm({ label, question, busy = false, kind = 'danger', onConfirm }: ConfirmProps) {
  const [asking, setAsking] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  useLayoutEffect(() => {
    if (asking !== wasAsking.current) target.current?.focus()
    wasAsking.current = asking
  }, [asking])

  if (!asking)
    return (
      <button type="button" class={kind} aria-disabled={busy} ref={target} onClick={() => busy || setAsking(true)}>
        {label}
      </button>
    )
  const confirm = () => {
    setAsking(false)
    onConfirm()
  }
  return (
    <span class="confirm">
      {question}{' '}
      <button type="button" class={kind} ref={target} onClick={confirm}>
        {label}
      </button>{' '}
      <button type="button" onClick={() => setAsking(false)}>
        Keep
      </button>
    </span>
  )
}
