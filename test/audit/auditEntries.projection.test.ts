// The read model of the audit log: what it says about each golden event.
import { describe, expect, test } from '@jest/globals'
import { type AuditDocument, auditEntries } from '../../src/features/audit/projections/auditEntries.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { eventFixtures } from '../../testbed/contract/eventSchemas.js'
import { ada, bob, generated, keyId, registered } from '../../testbed/given/accountEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'

const golden = (name: string) => eventFixtures.get(`${name}.v1`) as unknown as Recorded
const entryOf = (event: Recorded): AuditDocument | undefined => Object.values(documentsOf(auditEntries, [event]))[0]

describe('an entry', () => {
  test('has who, when, in which request, and the owner', () => {
    const event = golden('PlanChanged')
    expect(documentsOf(auditEntries, [event])).toEqual({
      [event.position]: {
        owner: (event.data as { account: string }).account,
        event: event.id,
        at: event.recordedAt,
        kind: 'plan_changed',
        actor: 'operator',
        key: null,
        requestId: event.meta.correlationId,
        subject: null,
        detail: (event.data as { plan: string }).plan,
      },
    })
  })

  test('has the key with which the command was called', () => {
    const event = golden('WebhookDeleted')
    expect(entryOf({ ...event, meta: { ...event.meta, key: keyId('ops') } })).toMatchObject({ key: keyId('ops') })
  })

  test.each([
    ['AccountRegistered', 'account_created'],
    ['ApiKeyGenerated', 'key_created'],
    ['RestrictedKeyGenerated', 'key_created'],
    ['ApiKeyRevoked', 'key_revoked'],
    ['PlanChanged', 'plan_changed'],
    ['LimitsOverridden', 'limits_changed'],
    ['AddressKeepingChanged', 'address_keeping_changed'],
    ['BatchSubmitted', 'batch_submitted'],
    ['BatchCancelled', 'batch_cancelled'],
    ['BatchDeleted', 'batch_deleted'],
    ['RulesDraftPut', 'rules_draft_changed'],
    ['RulesActivated', 'rules_activated'],
    ['RulesRolledBack', 'rules_rolled_back'],
    ['ListPut', 'list_changed'],
    ['WebhookRegistered', 'webhook_created'],
    ['WebhookChanged', 'webhook_changed'],
    ['WebhookSecretRotated', 'webhook_secret_rotated'],
    ['WebhookDisabled', 'webhook_disabled'],
    ['WebhookEnabled', 'webhook_enabled'],
    ['WebhookDeleted', 'webhook_deleted'],
  ])('of %s is %s', (type, kind) => expect(entryOf(golden(type))?.kind).toBe(kind))

  test('of anything else does not exist', () => {
    const audited = [...eventFixtures.values()].filter((event) => entryOf(event as unknown as Recorded))
    expect(new Set(audited.map(({ type }) => type)).size).toBe(20)
  })

  test('contains nothing that is sealed', () => {
    for (const event of eventFixtures.values()) {
      const entry = JSON.stringify(entryOf(event as unknown as Recorded) ?? {})
      for (const [name, value] of Object.entries(event.data as object))
        if (
          ['url', 'secret', 'name', 'email', 'networks', 'origins', 'rules'].includes(name) &&
          typeof value === 'string'
        )
          expect(entry).not.toContain(value)
    }
  })
})

test('entries of one append are in its order, and those of an erased account are gone', () => {
  const log = createRecordedLog()
  log.append(`account-${ada}`, registered(), generated('first'))
  log.append(`account-${bob}`, registered(bob))
  const kinds = () => Object.values(documentsOf(auditEntries, log.events)).map(({ owner, kind }) => [owner, kind])
  expect(kinds()).toEqual([
    [ada, 'account_created'],
    [ada, 'key_created'],
    [bob, 'account_created'],
  ])
  log.append(`account-${ada}`, { type: 'AccountErased', data: { account: ada } })
  expect(kinds()).toEqual([[bob, 'account_created']])
})
