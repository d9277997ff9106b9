// The account's own rules and lists: edited, tried on the past, activated and taken back.
import { useQuery, useSession } from '../api/hooks.js'
import { RulesDocument } from '../api/operations.generated.js'
import { Backtests } from '../backtests/Backtests.js'
import { Empty, Failed, Loading } from '../parts/parts.js'
import { Editor } from './Editor.js'
import { Lists } from './Lists.js'
import { Versions } from './Versions.js'

export function RulesPage() {
  const { sandbox } = useSession()
  return sandbox ? (
    <Empty>
      This is a sandbox key. Rules and lists decide live requests, so it neither sees nor changes them. Enter a live key
      to edit them.
    </Empty>
  ) : (
    <Rules />
  )
}

function Rules() {
  const { data, error, reload } = useQuery(RulesDocument, {})
  const rules = data?.rules
  const account = data?.me?.id
  return (
    <>
      <Failed message={error} />
      {rules && account ? (
        <>
          <Editor account={account} known={rules} reload={reload} />
          <Backtests live={rules.live.version} hasDraft={rules.draft !== null} />
          <Versions live={rules.live.version} onChange={reload} />
          <Lists />
        </>
      ) : (
        error === undefined && <Loading />
      )}
    </>
  )
}
