import assert from 'node:assert/strict'
import type { Answer } from '../callers/client.js'
import { eventually } from '../eventually.js'
import type { InProcessService } from '../service/inProcess.js'
import { type Receiver, startReceiver } from './receiver.js'

type Called = Pick<InProcessService, 'call'>

/** Settings of a service whose webhooks may reach this machine. */
export const REACHABLE = { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' }

/** A receiver that accepts everything, and its URL. */
export async function startTarget(status = 204): Promise<Receiver & { readonly url: string }> {
  const receiver = await startReceiver((socket) => socket.end(`HTTP/1.1 ${status} Said\r\nContent-Length: 0\r\n\r\n`))
  return Object.assign(receiver, { url: `http://${receiver.host}:${receiver.port}/hooks` })
}

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

/** The request that a target received, in the form that a receiver's library expects. */
export function signedCallOf(request: string): { body: string; headers: Record<string, string> } {
  const [head = '', body = ''] = request.split('\r\n\r\n')
  const named = head.matchAll(/^(webhook-[a-z]+): (.*)$/gim)
  return {
    body,
    headers: Object.fromEntries([...named].map(([, name, value]) => [name!.toLowerCase(), value!.trim()])),
  }
}

/** Plausible but unknown ids. */
export const NEVER = {
  webhookId: 'wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091',
  deliveryId: '0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b',
}
