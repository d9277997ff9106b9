// The read model of webhooks.
import { describe, expect, test } from '@jest/globals'
import { WEBHOOK_EVENTS } from '../../src/features/webhooks/events.js'
import { webhooks } from '../../src/features/webhooks/projections/webhooks.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
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

const stream = `webhook-${hook}`
/** The second, counted from the log's beginning. */
const at = (second: number) => `2026-11-21T09:00:${String(second).padStart(2, '0')}.000Z`

function documents(...commands: readonly Parameters<ReturnType<typeof createRecordedLog>['append']>[1][][]) {
  const log = createRecordedLog()
  for (const command of commands) log.append(stream, ...command)
  return documentsOf(webhooks, log.events)
}

const plain = {
  owner: ada,
  url: 'dXJs',
  events: WEBHOOK_EVENTS,
  disabled: null,
  secret: 'c2VjcmV0',
  previous: [],
  registered: '00000000000000000000000000000001',
  createdAt: at(0),
  updatedAt: at(0),
}

describe('a webhook', () => {
  test('is enabled, and has its position in the log', () =>
    expect(documents([hookRegistered()])).toStrictEqual({ [hook]: plain }))

  test('may change its URL or its events; the rest stays', () => {
    expect(documents([hookRegistered()], [hookChanged({ url: 'bmV3' })])).toStrictEqual({
      [hook]: { ...plain, url: 'bmV3', updatedAt: at(1) },
    })
    expect(documents([hookRegistered()], [hookChanged({ events: ['bulk.completed'] })])).toStrictEqual({
      [hook]: { ...plain, events: ['bulk.completed'], updatedAt: at(1) },
    })
  })

  test('is disabled for a reason, until it is enabled', () => {
    expect(documents([hookRegistered()], [hookDisabled('gone')])[hook]).toMatchObject({
      disabled: 'gone',
      updatedAt: at(1),
    })
    expect(documents([hookRegistered()], [hookDisabled('gone')], [hookEnabled()])).toStrictEqual({
      [hook]: { ...plain, updatedAt: at(2) },
    })
  })

  test('is gone once it is deleted, whatever follows', () =>
    expect(documents([hookRegistered()], [hookDeleted()], [hookEnabled()])).toEqual({}))

  test('is not created by events of an unknown webhook', () =>
    expect(
      documents([hookChanged({ url: 'bmV3' })], [hookDisabled()], [hookEnabled()], [secretRotated('bmV3', at(9))]),
    ).toEqual({}))

  test('is a document of its own', () => {
    const log = createRecordedLog()
    const other = webhookId('second')
    log.append(stream, hookRegistered())
    log.append(`webhook-${other}`, hookRegistered({ webhook: other, account: bob }), hookDisabled('gone', other, bob))
    expect(documentsOf(webhooks, log.events)).toMatchObject({
      [hook]: { owner: ada, disabled: null },
      [other]: { owner: bob, disabled: 'gone' },
    })
  })
})

describe('a secret that was replaced', () => {
  test('is kept alongside the new one with its expiry', () =>
    expect(documents([hookRegistered()], [secretRotated('bmV3', at(30))])[hook]).toMatchObject({
      secret: 'bmV3',
      previous: [{ secret: 'c2VjcmV0', until: at(30) }],
    }))

  test('is removed by the next rotation after its expiry', () =>
    expect(
      documents(
        [hookRegistered()],
        [secretRotated('Yg', at(2))],
        [secretRotated('Yw', at(30))],
        [secretRotated('ZA', at(40))],
      )[hook],
    ).toMatchObject({
      secret: 'ZA',
      previous: [
        { secret: 'Yw', until: at(40) },
        { secret: 'Yg', until: at(30) },
      ],
    }))

  test('is one of at most four, the newest', () => {
    const rotations = ['YTE', 'YTI', 'YTM', 'YTQ', 'YTU', 'YTY'].map((secret) => [secretRotated(secret, at(59))])
    const { secret, previous } = documents([hookRegistered()], ...rotations)[hook]!
    expect([secret, ...previous.map((each) => each.secret)]).toEqual(['YTY', 'YTU', 'YTQ', 'YTM', 'YTI'])
  })
})
