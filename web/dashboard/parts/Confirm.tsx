import { useLayoutEffect, useRef, useState } from 'preact/hooks'

interface ConfirmProps {
  readonly label: string
  /** What will happen. */
  readonly question: string
  readonly busy?: boolean
  readonly onConfirm: () => void
}

/** A button that asks before it acts. The keyboard focus moves to the answers, and back to the button. */
export function Confirm({ label, question, busy = false, onConfirm }: ConfirmProps) {
  const [asking, setAsking] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  useLayoutEffect(() => {
    if (asking !== wasAsking.current) target.current?.focus()
    wasAsking.current = asking
  }, [asking])

  if (!asking)
    return (
      <button type="button" class="danger" aria-disabled={busy} ref={target} onClick={() => busy || setAsking(true)}>
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
      <button type="button" class="danger" ref={target} onClick={confirm}>
        {label}
      </button>{' '}
      <button type="button" onClick={() => setAsking(false)}>
        Keep
      </button>
    </span>
  )
}
