// The value of a test: a choice where its values are known, otherwise text, a number, or a list of them.
import { useState } from 'preact/hooks'
import { words } from '../format.js'
import { EXAMPLES, FACTS, OF_LISTS, type Test, WORDS } from './language.js'

interface ValueFieldProps {
  readonly test: Test
  /** For people who cannot see what stands before the field. */
  readonly label: string
  readonly onChange: (value: unknown) => void
}

export function ValueField({ test: { fact, op, value }, label, onChange }: ValueFieldProps) {
  const known = WORDS[fact]
  if (FACTS[fact] === 'flag')
    return (
      <select
        aria-label={label}
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value === 'true')}
      >
        <option value="true">true</option>
        <option value="false">false</option>
      </select>
    )
  if (OF_LISTS.has(op)) {
    const list = Array.isArray(value) ? (value as readonly unknown[]) : []
    return known ? (
      <Choices label={label} known={known} chosen={list.map(String)} onChange={onChange} />
    ) : (
      <ListField label={label} example={EXAMPLES[fact]} isNumbers={FACTS[fact] === 'number'} {...{ list, onChange }} />
    )
  }
  if (known) return <Choice label={label} known={known} chosen={String(value)} onChange={onChange} />
  const isNumber = FACTS[fact] === 'number'
  return (
    <input
      aria-label={label}
      type={isNumber ? 'number' : 'text'}
      {...(isNumber && { min: 0, max: 23 })}
      value={String(value)}
      placeholder={EXAMPLES[fact]}
      autocomplete="off"
      spellcheck={false}
      onInput={({ currentTarget: { value: text } }) => onChange(isNumber && text !== '' ? Number(text) : text)}
    />
  )
}

interface ChoiceProps {
  readonly label: string
  readonly known: readonly string[]
  readonly chosen: string
  readonly onChange: (value: string) => void
}

/** One of the known values; another that the rule has is kept, for the service to judge. */
const Choice = ({ label, known, chosen, onChange }: ChoiceProps) => (
  <select aria-label={label} value={chosen} onChange={(event) => onChange(event.currentTarget.value)}>
    {(known.includes(chosen) ? known : [chosen, ...known]).map((each) => (
      <option key={each} value={each}>
        {words(each)}
      </option>
    ))}
  </select>
)

interface ChoicesProps {
  readonly label: string
  readonly known: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** Opens by itself while nothing is chosen, and closes only by hand. */
function Choices({ label, known, chosen, onChange }: ChoicesProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      class="choices"
      open={isOpen || chosen.length === 0}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{chosen.length === 0 ? 'Choose at least one' : chosen.map(words).join(', ')}</summary>
      <fieldset aria-label={label}>
        {[...new Set([...known, ...chosen])].map((each) => (
          <label key={each}>
            <input
              type="checkbox"
              checked={chosen.includes(each)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, each] : chosen.filter((other) => other !== each))
              }
            />{' '}
            {words(each)}
          </label>
        ))}
      </fieldset>
    </details>
  )
}

interface ListFieldProps {
  readonly label: string
  readonly example: string | undefined
  readonly isNumbers: boolean
  readonly list: readonly unknown[]
  readonly onChange: (values: readonly unknown[]) => void
}

/** Values separated by commas, spaces or lines. What is typed stays as it is while it says the same. */
function ListField({ label, example, isNumbers, list, onChange }: ListFieldProps) {
  const valuesIn = (text: string): readonly unknown[] =>
    text
      .split(/[\s,]+/)
      .filter((each) => each !== '')
      .map((each) => (isNumbers && /^\d+$/.test(each) ? Number(each) : each))
  const [typed, setTyped] = useState('')
  const text = JSON.stringify(valuesIn(typed)) === JSON.stringify(list) ? typed : list.join(', ')
  return (
    <textarea
      aria-label={`${label}, separated by commas`}
      rows={Math.min(8, Math.ceil(Math.max(1, text.length) / 40))}
      value={text}
      placeholder={example && `${example}, …`}
      spellcheck={false}
      onInput={({ currentTarget: { value } }) => {
        setTyped(value)
        onChange(valuesIn(value))
      }}
    />
  )
}
