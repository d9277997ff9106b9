// A condition as a form: a test of a fact, or a group of conditions, one within the other.
import { Coded } from '../parts/parts.js'
import { useEditing } from './context.js'
import {
  conditionOf,
  FACT_OPTIONS,
  type Fact,
  GROUP_OPTIONS,
  type GroupKind,
  groupOf,
  isTest,
  NEW_TEST,
  type Operator,
  operatorsOf,
  startValue,
  type Test,
} from './language.js'
import { ValueField } from './ValueField.js'

interface ConditionProps {
  /** Of the element: the rule's, and the JSON pointer of the condition in its rule. */
  readonly id: string
  readonly condition: unknown
  readonly onChange: (condition: unknown) => void
  /** Absent for the condition that a rule begins with. */
  readonly onRemove?: (() => void) | undefined
}

export function ConditionForm({ id, condition, onChange, onRemove }: ConditionProps) {
  const { problemsOf } = useEditing()
  const problems = problemsOf(condition)
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-label={groupOf(condition) ? 'Conditions' : 'Condition'}
      class={problems.length > 0 ? 'condition wrong' : 'condition'}
      aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
    >
      <Body {...{ id, condition, onChange, onRemove }} />
      {problems.length > 0 && (
        <div id={`${id}-problems`}>
          {problems.map((problem) => (
            <p key={problem} class="failed">
              <Coded text={problem} />
            </p>
          ))}
        </div>
      )}
    </fieldset>
  )
}

function Body({ id, condition, onChange, onRemove }: ConditionProps) {
  if (isTest(condition)) return <TestForm {...{ id, test: condition, onChange, onRemove }} />
  if (groupOf(condition)) return <GroupForm {...{ id, condition, onChange, onRemove }} />
  return (
    <div class="inline">
      <span>
        This is no condition that the form knows: <code>{JSON.stringify(condition) ?? 'nothing'}</code>
      </span>
      <button type="button" onClick={() => onChange(NEW_TEST)}>
        Begin anew
      </button>
      {onRemove && <Remove onRemove={onRemove} />}
    </div>
  )
}

interface TestProps extends Pick<ConditionProps, 'id' | 'onChange' | 'onRemove'> {
  readonly test: Test
}

function TestForm({ id, test, onChange, onRemove }: TestProps) {
  const { fact, op, value } = test
  const choose = (nextFact: Fact, nextOp: Operator): void => {
    const known = operatorsOf(nextFact)
    const operator = known.some(([each]) => each === nextOp) ? nextOp : known[0]![0]
    onChange({ fact: nextFact, op: operator, value: startValue(nextFact, operator, value) })
  }
  const operators = operatorsOf(fact)
  return (
    <div class="inline test">
      <select
        id={`${id}-first`}
        aria-label="Fact"
        value={fact}
        onChange={(event) => choose(event.currentTarget.value as Fact, op)}
      >
        {FACT_OPTIONS.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Operator"
        value={op}
        onChange={(event) => choose(fact, event.currentTarget.value as Operator)}
      >
        {operators.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      <ValueField test={test} label="Value" onChange={(next) => onChange({ fact, op, value: next })} />
      {onRemove && <Remove onRemove={onRemove} />}
    </div>
  )
}

function GroupForm({ id, condition, onChange, onRemove }: ConditionProps) {
  const { focus } = useEditing()
  const { kind, parts, pathOf } = groupOf(condition)!
  const change = (next: readonly unknown[]): void => onChange(conditionOf(kind, next))

  function add(part: unknown): void {
    const next = [...parts, part]
    change(next)
    const { pathOf: nextPathOf } = groupOf(conditionOf(kind, next))!
    focus(`${id}${nextPathOf(parts.length)}-first`)
  }
  function remove(index: number): void {
    change(parts.filter((_, each) => each !== index))
    focus(`${id}-add`)
  }

  return (
    <div class="group">
      <div class="inline">
        <select
          id={`${id}-first`}
          aria-label="How the conditions decide together"
          value={kind}
          onChange={(event) => onChange(conditionOf(event.currentTarget.value as GroupKind, parts))}
        >
          {GROUP_OPTIONS.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
        {parts.length === 0 && kind === 'all' && <span class="soft">Without conditions, it always holds.</span>}
        {onRemove && <Remove onRemove={onRemove} what="group" />}
      </div>
      {parts.length > 0 && (
        <ul>
          {parts.map((part, index) => (
            <li key={index}>
              <ConditionForm
                id={`${id}${pathOf(index)}`}
                condition={part}
                onChange={(next) => change(parts.map((each, at) => (at === index ? next : each)))}
                onRemove={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      <div class="inline">
        <button type="button" id={`${id}-add`} onClick={() => add(NEW_TEST)}>
          Add a condition
        </button>
        <button type="button" onClick={() => add({ any: [NEW_TEST] })}>
          Add a group
        </button>
      </div>
    </div>
  )
}

interface RemoveProps {
  readonly onRemove: () => void
  readonly what?: string
}

const Remove = ({ onRemove, what = 'condition' }: RemoveProps) => (
  <button type="button" class="danger" aria-label={`Remove this ${what}`} onClick={onRemove}>
    Remove
  </button>
)
