// Deciders of webhooks.
import { describe, expect, test } from '@jest/globals'
import {
  changeWebhook,
  deleteWebhook,
  disableWebhook,
  MAX_WEBHOOKS,
  registerWebhook,
  rotateSecret,
} from '../../src/features/webhooks/decide.js'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../src/features/webhooks/events.js'
import { type WebhookState, webhook } from '../../src/features/webhooks/state.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { createGiven, failureOf } from '../../testbed/given/given.js'
import {
  hook,
  hookChanged,
  hookDeleted,
  hookDisabled,
  hookEnabled,
  hookRegistered,
  secretRotated,
} from '../../testbed/given/webhookEvents.js'

const given = createGiven(webhook(hook))
const adas = { account: ada, webhook: hook }
const bobs = { account: bob, webhook: hook }
const until = '2026-11-22T09:00:00.000Z'

describe('registering a webhook', () => {
  const registering = { ...adas, url: 'dXJs', secret: 'c2VjcmV0' }

  test('without events subscribes to all', () =>
    given([])
      .when((state) => registerWebhook(state, { ...registering, events: null }, 0))
      .then([hookRegistered({ events: WEBHOOK_EVENTS })]))

  test('with events subscribes to each once, in their usual order', () =>
    given([])
      .when((state) =>
        registerWebhook(
          state,
          { ...registering, events: ['usage.limit_reached', 'bulk.completed', 'usage.limit_reached'] },
          0,
        ),
      )
      .then([hookRegistered({ events: ['bulk.completed', 'usage.limit_reached'] })]))

  test('with an empty list of events is refused', () =>
    given([])
      .when((state) => registerWebhook(state, { ...registering, events: [] }, 0))
      .fails('VALIDATION_ERROR', {
        problems: [
          {
            path: '/events',
            message: '`events` must name at least one event; omit it for all but notices about webhooks',
          },
        ],
      }))

  test('succeeds up to fifty', () =>
    given([])
      .when((state) => registerWebhook(state, { ...registering, events: null }, MAX_WEBHOOKS - 1))
      .then([hookRegistered()]))

  test('is refused beyond the limit, with what to do', () => {
    given([])
      .when((state) => registerWebhook(state, { ...registering, events: null }, MAX_WEBHOOKS))
      .fails('VALIDATION_ERROR')
    const refusal = failureOf(() => registerWebhook({ status: 'none' }, { ...registering, events: null }, 50))
    expect(refusal.message).toBe(
      'An account may have at most 50 webhooks. Delete one you no longer use, then try again.',
    )
  })

  test('twice changes nothing', () =>
    given([hookRegistered()])
      .when((state) => registerWebhook(state, { ...registering, events: null }, MAX_WEBHOOKS))
      .then([]))
})

describe('changing a webhook', () => {
  test('without a difference changes nothing', () => {
    const there = given([hookRegistered({ events: ['bulk.completed', 'usage.limit_reached'] })])
    there.when((state) => changeWebhook(state, adas, {})).then([])
    there
      .when((state) =>
        changeWebhook(state, adas, { events: ['usage.limit_reached', 'bulk.completed'], status: 'enabled' }),
      )
      .then([])
  })

  test('records what is new, and null for what stays', () => {
    const there = given([hookRegistered()])
    there.when((state) => changeWebhook(state, adas, { url: 'bmV3' })).then([hookChanged({ url: 'bmV3' })])
    there
      .when((state) => changeWebhook(state, adas, { events: ['bulk.completed'] }))
      .then([hookChanged({ events: ['bulk.completed'] })])
  })

  test('to all events with null', () =>
    given([hookRegistered({ events: ['bulk.completed'] })])
      .when((state) => changeWebhook(state, adas, { events: null }))
      .then([hookChanged({ events: WEBHOOK_EVENTS })]))

  test('to no events is refused', () =>
    given([hookRegistered()])
      .when((state) => changeWebhook(state, adas, { events: [] }))
      .fails('VALIDATION_ERROR', {
        problems: [
          {
            path: '/events',
            message: '`events` must name at least one event; omit it for all but notices about webhooks',
          },
        ],
      }))

  test('may disable it, once', () => {
    given([hookRegistered()])
      .when((state) => changeWebhook(state, adas, { status: 'disabled' }))
      .then([hookDisabled()])
    given([hookRegistered(), hookDisabled('gone')])
      .when((state) => changeWebhook(state, adas, { status: 'disabled' }))
      .then([])
  })

  test('may enable it, whatever it was disabled for, together with the change that makes it work', () =>
    given([hookRegistered(), hookDisabled('failing')])
      .when((state) => changeWebhook(state, adas, { url: 'bmV3', status: 'enabled' }))
      .then([hookChanged({ url: 'bmV3' }), hookEnabled()]))
})

describe('disabling a webhook because of its target', () => {
  test('keeps the first reason', () => {
    given([hookRegistered()])
      .when((state) => disableWebhook(state, hook, 'gone'))
      .then([hookDisabled('gone')])
    given([hookRegistered(), hookDisabled('gone')])
      .when((state) => disableWebhook(state, hook, 'failing'))
      .then([])
  })

  test('does nothing to an unknown or deleted one', () => {
    given([])
      .when((state) => disableWebhook(state, hook, 'gone'))
      .then([])
    given([hookRegistered(), hookDeleted()])
      .when((state) => disableWebhook(state, hook, 'gone'))
      .then([])
  })

  test('does nothing to one that has another URL by now', () => {
    const changed = [hookRegistered(), hookChanged({ url: 'bmV3' })]
    given(changed)
      .when((state) => disableWebhook(state, hook, 'gone', hookRegistered().data.url))
      .then([])
    given(changed)
      .when((state) => disableWebhook(state, hook, 'gone', 'bmV3'))
      .then([hookDisabled('gone')])
  })

  test('can happen again after it was enabled', () =>
    given([hookRegistered(), hookDisabled('gone'), hookEnabled()])
      .when((state) => disableWebhook(state, hook, 'backlog'))
      .then([hookDisabled('backlog')]))
})

test('rotating records the new secret and until when the old one signs', () =>
  given([hookRegistered()])
    .when((state) => rotateSecret(state, adas, { secret: 'bmV3', previousUntil: until }))
    .then([secretRotated('bmV3', until)]))

test('deleting a webhook ends it, although it was disabled', () =>
  given([hookRegistered(), hookDisabled()])
    .when((state) => deleteWebhook(state, adas))
    .then([hookDeleted()]))

const commands: readonly [string, (state: WebhookState, whose: typeof adas) => WebhookEvent[]][] = [
  ['changing', (state, whose) => changeWebhook(state, whose, { status: 'disabled' })],
  ['rotating', (state, whose) => rotateSecret(state, whose, { secret: 'bmV3', previousUntil: until })],
  ['deleting', deleteWebhook],
]

describe.each(commands)('%s', (_, command) => {
  const message = (past: readonly WebhookEvent[], whose: typeof adas) => {
    let seen = ''
    given(past)
      .when((state) => {
        seen = failureOf(() => command(state, whose)).message
        return []
      })
      .then([])
    return seen
  }

  test("another account's and a deleted one are reported as unknown", () => {
    given([])
      .when((state) => command(state, adas))
      .fails('NOT_FOUND')
    given([hookRegistered()])
      .when((state) => command(state, bobs))
      .fails('NOT_FOUND')
    given([hookRegistered(), hookDeleted()])
      .when((state) => command(state, adas))
      .fails('NOT_FOUND')
    const never = message([], adas)
    expect(message([hookRegistered()], bobs)).toBe(never)
    expect(message([hookRegistered(), hookDeleted()], adas)).toBe(never)
  })
})
