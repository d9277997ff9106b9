import { useState } from 'preact/hooks'
import { useMutation, useSession } from '../api/hooks.js'
import { CreateWebhookDocument } from '../api/operations.generated.js'
import { Card, Empty, Failed, Loading } from '../parts/parts.js'
import { Secret } from '../parts/Secret.js'
import { NewWebhook } from './NewWebhook.js'
import { useWebhooks } from './useWebhooks.js'
import { WebhookItem } from './WebhookItem.js'

/** The account's webhooks: created, tested, rotated, with the log of their deliveries. */
export function WebhooksPage() {
  const { sandbox } = useSession()
  return sandbox ? (
    <Empty>
      Webhooks report live results, so a sandbox key has none. A job's <code>webhook_url</code> works with it; see{' '}
      <a href="/docs/sandbox#webhooks">the sandbox</a>.
    </Empty>
  ) : (
    <Webhooks />
  )
}

function Webhooks() {
  const { webhooks, error, reload } = useWebhooks()
  const create = useMutation(CreateWebhookDocument)
  const [secret, setSecret] = useState<string>()

  return (
    <>
      <Card title="New webhook">
        <NewWebhook
          busy={create.busy}
          onCreate={async (input) => {
            const result = await create.run({ input })
            if (!result?.createWebhook) return false
            setSecret(result.createWebhook.secret)
            reload()
            return true
          }}
        />
        <Failed message={create.error} />
        {secret !== undefined && <Secret label="The signing secret." text={secret} />}
      </Card>
      <Failed message={error} />
      {webhooks?.map((webhook) => (
        <WebhookItem key={webhook.id} webhook={webhook} onChange={reload} />
      ))}
      {webhooks?.length === 0 && (
        <Empty>
          No webhooks yet. A webhook is called when a batch has ended or an address was verified; see{' '}
          <a href="/docs/guides/webhooks">how to receive one</a>.
        </Empty>
      )}
      {!webhooks && error === undefined && <Loading />}
    </>
  )
}
