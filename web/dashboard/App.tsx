import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { recall, remember } from '../shared/storage.js'
import { AccountPage } from './account/AccountPage.js'
import { type Session, SessionContext, useServiceState } from './api/hooks.js'
import { createService } from './api/service.js'
import { AuditPage } from './audit/AuditPage.js'
import { BatchesPage } from './batches/BatchesPage.js'
import { KeysPage } from './keys/KeysPage.js'
import { OutcomesPage } from './outcomes/OutcomesPage.js'
import { PoolPage } from './pool/PoolPage.js'
import { RulesPage } from './rules/RulesPage.js'
import { SignIn } from './SignIn.js'
import { setUrl, useUrl } from './url.js'
import { useDropGuard } from './useDropGuard.js'
import { VerdictsPage } from './verdicts/VerdictsPage.js'
import { WebhooksPage } from './webhooks/WebhooksPage.js'

const VIEWS = [
  { id: 'verdicts', name: 'Verdicts', needsKey: true, Page: VerdictsPage },
  { id: 'rules', name: 'Rules', needsKey: true, Page: RulesPage },
  { id: 'outcomes', name: 'Outcomes', needsKey: true, Page: OutcomesPage },
  { id: 'pool', name: 'Pool', needsKey: false, Page: PoolPage },
  { id: 'account', name: 'Usage and rank', needsKey: true, Page: AccountPage },
  { id: 'batches', name: 'Batches', needsKey: true, Page: BatchesPage },
  { id: 'keys', name: 'Keys', needsKey: true, Page: KeysPage },
  { id: 'webhooks', name: 'Webhooks', needsKey: true, Page: WebhooksPage },
  { id: 'audit', name: 'Audit log', needsKey: true, Page: AuditPage },
] as const

/** What everybody may see. */
const POOL = VIEWS.find(({ id }) => id === 'pool')!

const STORED = 'key'
const untilClosed = () => sessionStorage

/** Prefix of sandbox keys. */
const SANDBOX_PREFIX = 'mpt_'

export function App() {
  const [key, setKey] = useState(() => recall(STORED, untilClosed))
  const [reason, setReason] = useState<string>()
  const end = useCallback((why?: string) => {
    remember(STORED, undefined, untilClosed)
    setReason(why)
    setKey(undefined)
  }, [])
  const service = useMemo(() => createService(key, end), [key])
  useEffect(() => () => service.close(), [service])
  useDropGuard()

  const session: Session = useMemo(
    () => ({
      service,
      key,
      sandbox: key?.startsWith(SANDBOX_PREFIX) ?? false,
      end,
    }),
    [service, key],
  )

  function use(given: string, isKept: boolean): void {
    if (isKept) remember(STORED, given, untilClosed)
    setReason(undefined)
    setKey(given)
  }

  return (
    <SessionContext.Provider value={session}>
      <div class="head">
        <h1>Dashboard</h1>
        {key !== undefined && (
          <p class="session">
            Using the key <code>{key.slice(0, 8)}…</code> {session.sandbox && '(sandbox) '}
            <button type="button" onClick={() => session.end()}>
              Forget this key
            </button>
          </p>
        )}
      </div>
      <Interruption />
      {key === undefined && <SignIn reason={reason} onKey={use} />}
      <Views key={key ?? ''} hasKey={key !== undefined} />
    </SessionContext.Provider>
  )
}

/** Said once for the whole page while the service does not answer. */
function Interruption() {
  const { gone } = useServiceState()
  return (
    <div aria-live="assertive">
      {gone && (
        <p class="notice">
          The service does not answer. What you see may be out of date; this page tries again and continues by itself.
        </p>
      )}
    </div>
  )
}

function Views({ hasKey }: { hasKey: boolean }) {
  const wanted = useUrl('view') ?? (hasKey ? 'verdicts' : 'pool')
  const selected = VIEWS.find(({ id, needsKey }) => id === wanted && (hasKey || !needsKey)) ?? POOL
  const { Page } = selected
  return (
    <>
      <nav class="views" aria-label="Dashboard">
        {VIEWS.filter(({ needsKey }) => hasKey || !needsKey).map(({ id, name }) => (
          <a
            key={id}
            href={`?view=${id}`}
            aria-current={id === selected.id ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault()
              setUrl({ view: id, after: undefined }, { push: true })
            }}
          >
            {name}
          </a>
        ))}
      </nav>
      <Page />
    </>
  )
}
