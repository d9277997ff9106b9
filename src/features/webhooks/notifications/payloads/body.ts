import type { DeliveryEvent } from '../../deliveries/record.js'

/**
 * The request body, byte for byte (Standard Webhooks 1.0.0, "Payload structure").
 * @param timestamp of the event, ISO 8601
 */
export const bodyOf = (type: DeliveryEvent, timestamp: string, data: object): string =>
  JSON.stringify({ type, timestamp, data })
