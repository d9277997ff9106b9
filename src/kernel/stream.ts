/** Category of a stream. Stream names are `category-id`; only this file builds or splits them. */
export type Category =
  | 'account'
  | 'key'
  | 'invite'
  | 'usage'
  | 'limit'
  | 'batch'
  | 'address'
  | 'webhook'
  | 'outcomes'
  | 'mailbox'
  | 'rules'
  | 'backtest'
  | 'list'
  | 'log'

export const streamName = (category: Category, id: string): string => `${category}-${id}`

export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'))

export const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1)
