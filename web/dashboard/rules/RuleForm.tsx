// One rule of a set as a form, closed to one line until it is opened.
import { words } from '../format.js'
import { Coded } from '../parts/parts.js'
import { ConditionForm } from './ConditionForm.js'
import { useEditing } from './context.js'
import type { EditedRule, RuleJson } from './edited.js'
import { inWords } from './language.js'

const ACTIONS = ['allow', 'review', 'deny'] as const

interface RuleFormProps {
  readonly rule: EditedRule
  /** From 1. */
  readonly number: number
  readonly isLast: boolean
  readonly isOpen: boolean
  /** Why the rule can never decide. */
  readonly warnings: readonly string[]
  readonly onToggle: (isOpen: boolean) => void
  readonly onChange: (json: RuleJson) => void
  /** @param by −1 or 1 */
  readonly onMove: (by: number) => void
  readonly onCopy: () => void
  readonly onRemove: () => void
}

export const idOf = ({ key }: EditedRule): string => `rule-${key}`

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

export function RuleForm(props: RuleFormProps) {
  const { rule, number, isLast, isOpen, warnings, onToggle, onChange, onMove, onCopy, onRemove } = props
  const { json } = rule
  const id = idOf(rule)
  const problems = useEditing().problemsOf(json)
  const action = textOf(json.action)
  const name = textOf(json.name) || `Rule ${number}`
  const isFirst = number === 1
  return (
    <li class="rule">
      <div class="order">
        <MoveButton id={`${id}-up`} label={`Move ${name} up`} sign="↑" off={isFirst} onClick={() => onMove(-1)} />
        <MoveButton id={`${id}-down`} label={`Move ${name} down`} sign="↓" off={isLast} onClick={() => onMove(1)} />
      </div>
      <details open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
        <summary id={`${id}-summary`}>
          <span class={`status ${action}`}>{words(action) || '–'}</span> <strong>{name}</strong>{' '}
          <span class="soft">{inWords(json.when)}</span>
        </summary>
        <fieldset id={id} tabIndex={-1} aria-label={name} class="rule-body">
          <div class="inline">
            <label>
              Name{' '}
              <input
                id={`${id}-name`}
                value={textOf(json.name)}
                maxLength={60}
                placeholder={`Rule ${number}`}
                onInput={({ currentTarget: { value } }) => onChange(withText(json, 'name', value))}
              />
            </label>
            <label class="select">
              Then{' '}
              <select value={action} onChange={({ currentTarget: { value } }) => onChange({ ...json, action: value })}>
                {(ACTIONS.some((each) => each === action) ? ACTIONS : [action, ...ACTIONS]).map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </select>
            </label>
            <label class="wide">
              Say to the visitor{' '}
              <input
                value={textOf(json.message)}
                maxLength={500}
                placeholder="nothing"
                onInput={({ currentTarget: { value } }) => onChange(withText(json, 'message', value))}
              />
            </label>
          </div>
          {problems.map((problem) => (
            <p key={problem} class="failed">
              <Coded text={problem} />
            </p>
          ))}
          <p class="soft">When</p>
          <ConditionForm id={`${id}/when`} condition={json.when} onChange={(when) => onChange({ ...json, when })} />
          <div class="inline">
            <button type="button" onClick={onCopy}>
              Copy this rule
            </button>
            <button type="button" class="danger" onClick={onRemove}>
              Remove this rule
            </button>
          </div>
        </fieldset>
      </details>
      {warnings.map((warning) => (
        <p key={warning} class="notice">
          <Coded text={warning} />
        </p>
      ))}
    </li>
  )
}

/** An empty text is none. */
function withText(json: RuleJson, member: 'name' | 'message', text: string): RuleJson {
  const { [member]: _, ...rest } = json
  return text === '' ? rest : { ...json, [member]: text }
}

interface MoveButtonProps {
  readonly id: string
  readonly label: string
  readonly sign: string
  readonly off: boolean
  readonly onClick: () => void
}

const MoveButton = ({ id, label, sign, off, onClick }: MoveButtonProps) => (
  <button type="button" id={id} aria-label={label} aria-disabled={off} onClick={() => off || onClick()}>
    {sign}
  </button>
)
