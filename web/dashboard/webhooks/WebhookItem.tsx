import { useState } from 'preact/hooks'
import { useMutation } from '../api/hooks.js'
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
} from '../api/operations.generated.js'
import { words } from '../format.js'
import { Confirm } from '../parts/Confirm.js'
import { Card, Failed } from '../parts/parts.js'
import { Secret } from '../parts/Secret.js'
import { Time } from '../parts/Time.js'
import { Deliveries } from './Deliveries.js'
import { inWords } from './events.js'
import { Replay } from './Replay.js'
import { deliveriesOf, type Webhook } from './useWebhooks.js'

interface WebhookItemProps {
  readonly webhook: Webhook
  readonly onChange: () => void
}

export function WebhookItem({ webhook, onChange }: WebhookItemProps) {
  const { id, url, events, headerNames, certificateAuthority, status, disabledReason } = webhook
  const { lastSuccessAt, lastFailureAt } = webhook
  const test = useMutation(TestWebhookDocument)
  const rotate = useMutation(RotateWebhookSecretDocument)
  const remove = useMutation(DeleteWebhookDocument)
  const update = useMutation(UpdateWebhookDocument)
  const [secret, setSecret] = useState<string>()

  return (
    <Card title={url}>
      <p>
        <span class={`status ${status.toLowerCase()}`}>{words(status)}</span>{' '}
        {disabledReason && `Disabled: ${words(disabledReason)}. `}
        {inWords(events)}
      </p>
      <p class="soft">
        Last success: {lastSuccessAt ? <Time iso={lastSuccessAt} /> : 'never'}. Last failure:{' '}
        {lastFailureAt ? <Time iso={lastFailureAt} /> : 'never'}.
        {headerNames.length > 0 && ` Own headers: ${headerNames.join(', ')}.`}
        {certificateAuthority !== null && ' Has a certificate authority of its own.'}
      </p>
      <div class="inline">
        {status === 'ENABLED' ? (
          <button
            type="button"
            aria-disabled={test.busy}
            onClick={async () => {
              if (await test.run({ input: { id } })) onChange()
            }}
          >
            Send a test
          </button>
        ) : (
          <button
            type="button"
            aria-disabled={update.busy}
            onClick={async () => {
              await update.run({ input: { id, status: 'ENABLED' } })
              onChange()
            }}
          >
            Enable
          </button>
        )}
        <Confirm
          label="Rotate secret"
          question="For 24 hours, calls are signed with both secrets."
          busy={rotate.busy}
          onConfirm={async () => setSecret((await rotate.run({ input: { id } }))?.rotateWebhookSecret?.secret)}
        />
        <Confirm
          label="Delete"
          question="Pending deliveries will be abandoned."
          busy={remove.busy}
          onConfirm={async () => {
            await remove.run({ input: { id } })
            onChange()
          }}
        />
      </div>
      <Failed message={test.error ?? rotate.error ?? remove.error ?? update.error} />
      {secret !== undefined && <Secret label="The new signing secret." text={secret} />}
      {status === 'ENABLED' && <Replay webhook={id} onReplayed={onChange} />}
      <Deliveries webhook={id} url={url} deliveries={deliveriesOf(webhook)} onResent={onChange} />
    </Card>
  )
}
