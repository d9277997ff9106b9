import { derivedId } from '../../kernel/ids.js'

/** Where deliveries go: a webhook, or the URL that came with a job. Each is drained by a job of its own. */
const WEBHOOK = /^wh_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const JOB = /^job_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The job that drains an endpoint; its key is the endpoint's id. */
export const DELIVER = 'deliver'

/** A command that comes again finds the webhook that it made. */
export const webhookIdOf = (command: string): string => `wh_${derivedId(`webhook of ${command}`)}`

export const jobEndpoint = (batch: string): string => `job_${batch}`

export const isWebhook = (id: string): boolean => WEBHOOK.test(id)

export const isJob = (id: string): boolean => JOB.test(id)
