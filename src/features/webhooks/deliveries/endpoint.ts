import { derivedId } from '../../../kernel/ids.js'

/** Ids of endpoints: a webhook, or the webhook URL of a batch job. Each endpoint has its own delivery job. */
const WEBHOOK = /^wh_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const JOB = /^job_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Name of the job that sends an endpoint's deliveries; its key is the endpoint's id. */
export const DELIVER = 'deliver'

/** Derived from the command, so that a repeated command finds the webhook it created. */
export const webhookIdOf = (command: string): string => `wh_${derivedId(`webhook of ${command}`)}`

export const jobEndpoint = (batch: string): string => `job_${batch}`

export const isWebhook = (id: string): boolean => WEBHOOK.test(id)

export const isJob = (id: string): boolean => JOB.test(id)
