// The editor of the draft: as a form or as JSON, saved, compared and activated.
import { useState } from 'preact/hooks'
import { useMutation, useQuery } from '../api/hooks.js'
import { ActivateRulesDocument, RulesComparisonDocument, type RulesQuery } from '../api/operations.generated.js'
import { counted } from '../format.js'
import { Confirm } from '../parts/Confirm.js'
import { Card, Empty, Failed } from '../parts/parts.js'
import { Time } from '../parts/Time.js'
import { Comparison } from './Comparison.js'
import { Problems, RuleList } from './RuleList.js'
import { useWorking, type Work } from './useWorking.js'

type AccountRules = NonNullable<RulesQuery['rules']>

interface EditorProps {
  readonly account: string
  readonly known: AccountRules
  readonly reload: () => void
}

export function Editor({ account, known, reload }: EditorProps) {
  const { draft, live } = known
  const work = useWorking(account, known, reload)
  const [said, setSaid] = useState('')
  const isJson = work.text !== undefined
  // They are about the rules as they were saved.
  const warnings = work.changed ? [] : (draft ?? live).warnings
  const tools = (
    <button type="button" aria-pressed={isJson} onClick={work.toggleText}>
      Edit as JSON
    </button>
  )

  async function save(): Promise<void> {
    setSaid('')
    if (await work.save()) setSaid('The draft is saved. It decides nothing until it is activated.')
  }

  return (
    <Card title="Your rules" tools={tools}>
      <p class="soft">
        The first rule whose condition holds decides; if none does, the default decision stays. The facts are explained
        in <a href="/docs/guides/rules">rules of your own</a>.
      </p>
      {work.overtaken && (
        <p class="notice">
          The draft has been changed in another place since you began. Saving replaces it; discard your changes to see
          it.
        </p>
      )}
      {isJson ? <JsonField work={work} /> : <FormFields work={work} warnings={warnings} />}
      <Failed message={work.error} />
      {work.problems.length > 0 && <Failed message="The draft was not saved: some parts have to be corrected." />}
      <div class="inline saving">
        <button type="button" class="primary" aria-disabled={work.busy} onClick={() => work.busy || save()}>
          Save the draft
        </button>
        {work.changed && (
          <Confirm label="Discard my changes" question="What you have changed here is lost." onConfirm={work.discard} />
        )}
        <span role="status">{work.changed ? 'There are changes that are not saved.' : said}</span>
      </div>
      {draft && <Activation known={known} changed={work.changed} reload={reload} />}
    </Card>
  )
}

interface FieldsProps {
  readonly work: Work
  readonly warnings: AccountRules['live']['warnings']
}

const FormFields = ({ work, warnings }: FieldsProps) => (
  <>
    {work.rules.length === 0 && (
      <Empty>
        No rules yet: the default decision decides. Add one, say “reasons contain disposable → deny”, save it as a
        draft, and try it on what you have verified before it decides anything.
      </Empty>
    )}
    <RuleList rules={work.rules} problems={work.problems} warnings={warnings} onChange={work.setRules} />
  </>
)

const JsonField = ({ work }: { readonly work: Work }) => (
  <>
    <Problems problems={work.problems} rules={work.rules} />
    <textarea
      class="code"
      aria-label="The rules as JSON"
      rows={Math.min(30, Math.max(10, (work.text ?? '').split('\n').length + 1))}
      spellcheck={false}
      value={work.text}
      onInput={(event) => work.setText(event.currentTarget.value)}
    />
  </>
)

interface ActivationProps extends Omit<EditorProps, 'account'> {
  /** Whether there are changes that are not saved. */
  readonly changed: boolean
}

/** What the draft would change, and the button that makes it decide. */
function Activation({ known: { draft, live }, changed, reload }: ActivationProps) {
  const { data, error } = useQuery(RulesComparisonDocument, {}, { of: [draft!.updatedAt, live.version] })
  const activate = useMutation(ActivateRulesDocument)
  const comparison = data?.rulesComparison
  return (
    <section class="part">
      <h3>
        Draft of <Time iso={draft!.updatedAt} />, compared with{' '}
        {live.version === 0 ? 'no rules' : `version ${live.version}`}
      </h3>
      <Failed message={error} />
      {comparison && <Comparison changes={comparison.changes} />}
      {changed ? (
        <p class="soft">Save your changes before you activate the draft.</p>
      ) : (
        <Confirm
          label="Activate the draft"
          kind="primary"
          question={`From the next request on, ${counted(draft!.rules.length, 'rule')} will decide.`}
          busy={activate.busy}
          onConfirm={async () => {
            await activate.run({ input: { liveVersion: live.version, draftUpdatedAt: draft!.updatedAt } })
            // Also if another version is live by now, or another draft is there: these are compared.
            reload()
          }}
        />
      )}
      <Failed message={activate.error} />
    </section>
  )
}
