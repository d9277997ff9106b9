import type { ComponentChildren } from 'preact'

interface CardProps {
  readonly title: string
  readonly children: ComponentChildren
  /** Controls next to the title. */
  readonly tools?: ComponentChildren
}

export function Card({ title, children, tools }: CardProps) {
  return (
    <section class="card">
      <header>
        <h2>{title}</h2>
        {tools}
      </header>
      {children}
    </section>
  )
}

export const Failed = ({ message }: { message: string | undefined }) =>
  message === undefined ? null : (
    <p class="failed" role="alert">
      {message}
    </p>
  )

/** A message of the service, whose code is between backticks. */
export const Coded = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>))}</>
)

/** An empty state that says what would be here, and how to get it. */
export const Empty = ({ children }: { children: ComponentChildren }) => <div class="empty">{children}</div>

export const Loading = () => <p class="soft">Loading…</p>

interface ScrollableProps {
  readonly label: string
  readonly children: ComponentChildren
}

/** Wide content that scrolls in a box of its own, which the keyboard can reach (WCAG 2.1.1). */
export const Scrollable = ({ label, children }: ScrollableProps) => (
  <section class="scroll" tabIndex={0} aria-label={label}>
    {children}
  </section>
)

interface SelectProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: readonly (readonly [value: V, name: string])[]
  readonly onSelect: (value: V) => void
}

export function Select<V extends string>({ label, value, options, onSelect }: SelectProps<V>) {
  return (
    <label class="select">
      {label}{' '}
      <select value={value} onChange={(event) => onSelect(event.currentTarget.value as V)}>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
