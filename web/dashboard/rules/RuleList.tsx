// The rules of a set in order, each as a form: added, moved, copied and removed.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Coded } from '../parts/parts.js'
import { EditingContext } from './context.js'
import { type EditedRule, edited, type PlacedProblem, type RuleJson } from './edited.js'
import { NEW_TEST } from './language.js'
import { idOf, RuleForm } from './RuleForm.js'

const NEW_RULE: RuleJson = { when: { all: [NEW_TEST] }, action: 'review' }

interface RuleListProps {
  readonly rules: readonly EditedRule[]
  readonly problems: readonly PlacedProblem[]
  /** Why rules can never decide, by their number from 1. */
  readonly warnings: readonly { readonly rule: number; readonly message: string }[]
  readonly onChange: (rules: readonly EditedRule[]) => void
}

export function RuleList({ rules, problems, warnings, onChange }: RuleListProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [said, setSaid] = useState('')
  const [, render] = useState(0)
  const wanted = useRef<string>()
  // The element may exist only after what was done is shown.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    document.getElementById(wanted.current)?.focus()
    wanted.current = undefined
  })
  const focus = (id: string): void => {
    wanted.current = id
    render((count) => count + 1)
  }
  const toggle = ({ key }: EditedRule, isOpen: boolean): void => {
    if (open.has(key) === isOpen) return
    const next = new Set(open)
    if (isOpen) next.add(key)
    else next.delete(key)
    setOpen(next)
  }

  function insert(at: number, rule: EditedRule): void {
    onChange([...rules.slice(0, at), rule, ...rules.slice(at)])
    toggle(rule, true)
    focus(`${idOf(rule)}-name`)
  }
  function move(index: number, by: number): void {
    const next = [...rules]
    const [rule] = next.splice(index, 1) as [EditedRule]
    next.splice(index + by, 0, rule)
    onChange(next)
    setSaid(`Now number ${index + by + 1} of ${rules.length}.`)
    focus(`${idOf(rule)}-${by < 0 ? 'up' : 'down'}`)
  }
  function remove(index: number): void {
    const next = rules.filter((_, at) => at !== index)
    onChange(next)
    const near = next[index] ?? next.at(-1)
    focus(near ? `${idOf(near)}-summary` : 'add-rule')
  }
  /** Opens the rule that a problem is about, and moves the focus to the part. */
  function show({ rule, path }: PlacedProblem): void {
    if (!rule) return
    toggle(rule, true)
    const id = `${idOf(rule)}${path}`
    // A part that the form does not show by itself belongs to its rule.
    focus(document.getElementById(id) ? id : idOf(rule))
  }

  const editing = {
    focus,
    problemsOf: (part: unknown) => problems.filter((problem) => problem.part === part).map(({ message }) => message),
  }
  return (
    <EditingContext.Provider value={editing}>
      <Problems problems={problems} rules={rules} onShow={show} />
      <ol class="rules">
        {rules.map((rule, index) => (
          <RuleForm
            key={rule.key}
            rule={rule}
            number={index + 1}
            isLast={index === rules.length - 1}
            isOpen={open.has(rule.key)}
            warnings={warnings.filter((warning) => warning.rule === index + 1).map(({ message }) => message)}
            onToggle={(isOpen) => toggle(rule, isOpen)}
            onChange={(json) => onChange(rules.map((each) => (each === rule ? { ...rule, json } : each)))}
            onMove={(by) => move(index, by)}
            onCopy={() => insert(index + 1, edited(withoutName(rule.json)))}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <button type="button" id="add-rule" onClick={() => insert(rules.length, edited(NEW_RULE))}>
        Add a rule
      </button>
      <span class="hidden" role="status">
        {said}
      </span>
    </EditingContext.Provider>
  )
}

/** Names are unique. */
const withoutName = ({ name: _, ...json }: RuleJson): RuleJson => json

interface ProblemsProps {
  readonly problems: readonly PlacedProblem[]
  readonly rules: readonly EditedRule[]
  /** Absent if there is no form to show the parts in. */
  readonly onShow?: (problem: PlacedProblem) => void
}

/** What the service has refused, with the way to each part of it that is still as it was. */
export function Problems({ problems, rules, onShow }: ProblemsProps) {
  if (problems.length === 0) return null
  return (
    <ul class="problems" aria-label="What has to be corrected">
      {problems.map((problem) => (
        <li key={`${problem.path} ${problem.message}`}>
          {problem.rule && onShow ? (
            <button type="button" class="plain failed" onClick={() => onShow(problem)}>
              {nameOf(problem.rule, rules)}: <Coded text={problem.message} />
            </button>
          ) : (
            <span class="failed">
              {problem.rule && `${nameOf(problem.rule, rules)}${problem.path}: `}
              <Coded text={problem.message} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const nameOf = (rule: EditedRule, rules: readonly EditedRule[]): string =>
  `Rule ${rules.findIndex(({ key }) => key === rule.key) + 1}`
