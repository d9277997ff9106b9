import assert from 'node:assert/strict'
import { eventually } from '../eventually.js'
import type { RunningService } from '../service/service.js'
import type { Answer } from './client.js'

type Called = Pick<RunningService, 'call'>

/** Settings of a service whose webhooks may reach this machine. */
export const REACHABLE = { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' }

/** A new webhook. */
export async function hook(api: Called, key: string, url: string, more: object = {}): Promise<Answer['body']> {
  const answer = await api.call('createWebhook', { key, body: { url, ...more } })
  assert.equal(answer.status, 201)
  return answer.body.webhook
}

/** The deliveries of a webhook or a job, newest first, once this many are no longer pending. */
export async function delivered(
  api: Called,
  key: string,
  webhookId: string,
  count = 1,
): Promise<Answer['body']['deliveries']> {
  const ask = async () => (await api.call('listDeliveries', { key, params: { webhookId } })).body.deliveries ?? []
  return eventually(ask, (all) => all.filter(({ status }: { status: string }) => status !== 'pending').length >= count)
}

/** Plausible but unknown ids. */
export const NEVER = {
  webhookId: 'wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091',
  deliveryId: '0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b',
}
