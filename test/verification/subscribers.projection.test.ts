// The read model of an account's webhook subscriptions.
import { describe, expect, test } from '@jest/globals'
import { subscribers } from '../../src/features/verification/projections/subscribers.js'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../src/features/webhooks/events.js'
import { ada, bob, registered } from '../../testbed/given/accountEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { addressVerified } from '../../testbed/given/verificationEvents.js'
import {
  hook,
  hookChanged,
  hookDeleted,
  hookDisabled,
  hookEnabled,
  hookRegistered,
  secretRotated,
  webhookId,
} from '../../testbed/given/webhookEvents.js'

const second = webhookId('second')

function documents(...events: readonly WebhookEvent[]) {
  const log = createRecordedLog()
  for (const event of events) log.append(`webhook-${event.data.webhook}`, event)
  return documentsOf(subscribers, log.events)
}

describe('the subscribers of an account', () => {
  test('are its webhooks, with their subscriptions', () =>
    expect(
      documents(
        hookRegistered(),
        hookRegistered({ webhook: second, events: ['bulk.completed'] }),
        hookRegistered({ webhook: webhookId('third'), account: bob }),
      ),
    ).toStrictEqual({
      [ada]: {
        owner: ada,
        webhooks: [
          { webhook: hook, events: WEBHOOK_EVENTS, enabled: true },
          { webhook: second, events: ['bulk.completed'], enabled: true },
        ],
      },
      [bob]: { owner: bob, webhooks: [{ webhook: webhookId('third'), events: WEBHOOK_EVENTS, enabled: true }] },
    }))

  test('follow changes of the webhooks', () => {
    const only = (...events: readonly WebhookEvent[]) => documents(hookRegistered(), ...events)[ada]?.webhooks[0]
    expect(only(hookChanged({ events: ['bulk.completed'] }))).toMatchObject({
      events: ['bulk.completed'],
      enabled: true,
    })
    expect(only(hookChanged({ url: 'bmV3' }))).toMatchObject({ events: WEBHOOK_EVENTS, enabled: true })
    expect(only(hookDisabled('gone'))).toMatchObject({ events: WEBHOOK_EVENTS, enabled: false })
    expect(only(hookDisabled('gone'), hookEnabled())).toMatchObject({ events: WEBHOOK_EVENTS, enabled: true })
  })

  test('lose deleted webhooks; without any, there is no document', () => {
    const two = [hookRegistered(), hookRegistered({ webhook: second })]
    expect(documents(...two, hookDeleted())[ada]!.webhooks.map(({ webhook }) => webhook)).toEqual([second])
    expect(documents(...two, hookDeleted(), hookDeleted(second))).toEqual({})
  })

  test('are not created by events of unknown webhooks', () =>
    expect(documents(hookChanged({ url: 'bmV3' }), hookDisabled(), hookEnabled(), hookDeleted())).toEqual({}))

  test('are not changed by new secrets, or any other event', () => {
    const log = createRecordedLog()
    log.append(`webhook-${hook}`, secretRotated('bmV3', '2026-11-22T09:00:00.000Z'))
    log.append(`account-${ada}`, registered())
    log.append(`usage-${ada}.2026-11`, addressVerified())
    expect(log.events.flatMap((event) => subscribers.keys(event as never))).toEqual([])
  })
})
